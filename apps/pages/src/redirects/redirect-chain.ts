import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { SiteRedirect } from '#libs/sites/sites';
import { AccountHosts } from '../domains/account-hosts.js';
import { isShortLinkPath } from '../domains/http-target.js';
import { toRedirectPath } from './redirect-path.js';
import { SiteRedirectRepository, type RedirectValues } from './site-redirect.repository.js';

/** Redirects in a row; browsers give up at about twenty. */
const HOPS_MAX = 10;

interface Address {
  domainId: string | null;
  path: string;
}

/** Follows redirects within the hosts of a tenant. */
@Injectable()
export class RedirectChain {
  constructor(
    private readonly redirects: SiteRedirectRepository,
    private readonly accountHosts: AccountHosts,
  ) {}

  /**
   * Whether a redirect ends: at a page, at another site or nowhere, after a few hops. One to a short link counts as endless,
   * since links may lead to any address.
   * @param id of the redirect that the values replace
   */
  async ends(tx: EntityManager, tenantId: TenantId, values: RedirectValues, id?: string): Promise<boolean> {
    const hosts = await this.accountHosts.list(tx, tenantId);
    let next: Pick<SiteRedirect, 'domainId' | 'target'> | null = values;
    for (let hop = 0; next && hop < HOPS_MAX; hop += 1) {
      if (isOwnShortLink(next.target, hosts)) return false;
      const address = addressOf(next, hosts);
      if (!address) return true;
      if (address.domainId === values.domainId && address.path === values.path) return false;
      const found = await this.redirects.findAt(tx, tenantId, address.domainId, address.path);
      // The row as it was before the change no longer leads anywhere.
      next = found?.id === id ? null : found;
    }
    return next === null;
  }
}

/** The address that a redirect leads to; null on another site. */
function addressOf(
  { domainId, target }: Pick<SiteRedirect, 'domainId' | 'target'>,
  hosts: ReadonlyMap<string, string | null>,
): Address | null {
  const isPath = target.startsWith('/');
  const { host, pathname } = new URL(target, 'https://same.invalid');
  const path = toRedirectPath(pathname);
  if (path === null) return null;
  if (isPath) return { domainId, path };
  const found = hosts.get(host);
  return found === undefined ? null : { domainId: found, path };
}

function isOwnShortLink(target: string, hosts: ReadonlyMap<string, string | null>): boolean {
  const { host, pathname } = new URL(target, 'https://same.invalid');
  return (target.startsWith('/') || hosts.has(host)) && isShortLinkPath(pathname);
}

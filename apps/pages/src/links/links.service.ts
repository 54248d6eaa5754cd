import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, recordAudit, type AuditFields } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import type { ShortLink } from '#libs/sites/sites';
import { AccountHosts } from '../domains/account-hosts.js';
import { OwnHosts } from '../domains/own-hosts.js';
import { isShortLinkPath, toHttpTarget } from '../domains/http-target.js';
import {
  alreadyExpired,
  conflictOf,
  invalidTarget,
  leadsInCircles,
  MAX_LINKS,
  slugTaken,
  tooManyLinks,
} from './link-problems.js';
import { newSlug } from './link-slug.js';
import { ShortLinkRepository, type LinkValues } from './short-link.repository.js';

/** Tries with another generated slug, before the creation fails; one that is taken is rare. */
const ATTEMPTS = 5;

const AUDITED = ['slug', 'target', 'title', 'status', 'active', 'expiresAt'] as const;

export type NewLink = Omit<LinkValues, 'slug'> & { slug: string | undefined };

/** The short links of a tenant. */
@Injectable()
export class LinksService {
  constructor(
    private readonly database: Database,
    private readonly links: ShortLinkRepository,
    private readonly accountHosts: AccountHosts,
    private readonly ownHosts: OwnHosts,
  ) {}

  /** The address that visitors open. */
  urlOf({ slug }: ShortLink): string {
    return `${this.ownHosts.sharedUrl}/r/${slug}`;
  }

  /**
   * Makes a link, with a slug of its own if none is given.
   * @throws Problem ValidationError, Unprocessable; AlreadyExists if the slug is taken; Conflict at the limit
   */
  async create(tenantId: TenantId, values: NewLink): Promise<ShortLink> {
    return this.database.tenant(tenantId, async (tx) => {
      const valid = { ...values, ...(await this.validated(tx, tenantId, values)) };
      if ((await this.links.lockAndCount(tx, tenantId)) >= MAX_LINKS) throw tooManyLinks();
      const link = await this.insert(tx, tenantId, valid);
      await auditLink(tx, 'short-link.created', link, { after: auditFields(link, AUDITED) });
      return link;
    });
  }

  async listPage(tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<ShortLink>> {
    return this.database.tenant(tenantId, (tx) => this.links.listPage(tx, tenantId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<ShortLink | null> {
    if (!isId('lnk', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.links.find(tx, tenantId, id));
  }

  /** Changes what is given. @throws Problem NotFound and those of {@link create} */
  async update(tenantId: TenantId, id: string, changes: Partial<LinkValues>): Promise<ShortLink> {
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const before = found(await this.links.lockForUpdate(tx, tenantId, id));
        const valid = { ...changes, ...(await this.validated(tx, tenantId, changes)) };
        await this.links.update(tx, tenantId, id, valid);
        const link = found(await this.links.find(tx, tenantId, id));
        const difference = auditDifference(before, link, AUDITED);
        if (difference) await auditLink(tx, 'short-link.changed', link, difference);
        return link;
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  /** @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const link = found(await this.links.lockForUpdate(tx, tenantId, id));
      await this.links.delete(tx, tenantId, id);
      await auditLink(tx, 'short-link.deleted', link, { before: auditFields(link, AUDITED) });
    });
  }

  private async insert(tx: EntityManager, tenantId: TenantId, { slug, ...values }: NewLink): Promise<ShortLink> {
    for (let attempt = 0; attempt < (slug ? 1 : ATTEMPTS); attempt += 1) {
      const link = await this.links.insert(tx, tenantId, { ...values, slug: slug ?? newSlug() });
      if (link) return link;
    }
    throw slugTaken();
  }

  /** The target in the form in which it is stored. */
  private async validated(
    tx: EntityManager,
    tenantId: TenantId,
    { target, expiresAt }: Partial<NewLink>,
  ): Promise<Partial<Pick<LinkValues, 'target'>>> {
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw alreadyExpired();
    if (target === undefined) return {};
    const valid = toHttpTarget(target);
    if (!valid) throw invalidTarget();
    const { host, pathname } = new URL(valid);
    const hosts = await this.accountHosts.list(tx, tenantId);
    if (hosts.has(host) && isShortLinkPath(pathname)) throw leadsInCircles();
    return { target: valid };
  }
}

async function auditLink(
  tx: EntityManager,
  action: string,
  { tenantId, id }: ShortLink,
  fields: { before?: AuditFields; after?: AuditFields },
): Promise<void> {
  await recordAudit(tx, { action, object: { type: 'short-link', id }, tenantId, ...fields });
}

function found(link: ShortLink | null): ShortLink {
  if (!link) throw new Problem('NotFound');
  return link;
}

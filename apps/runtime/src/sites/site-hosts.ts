import { Injectable } from '@nestjs/common';
import { hostOf } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { RuntimeConfig } from '../config.js';
import type { Site } from './site.js';
import { type ChangeListener, SiteChanges } from './site-changes.js';
import { type Change, SiteRepository, type VerifiedHost } from './site.repository.js';

/** Names of the shared host on a developer's machine. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * All verified hosts, in the memory of this process: a request for any other host costs no query, and Postgres may be away.
 * A host takes about 200 bytes.
 */
@Injectable()
export class SiteHosts implements ChangeListener {
  readonly sharedSite: Site;
  private readonly shared: ReadonlyMap<string, Site>;
  private byHost = new Map<string, Site>();
  private byTenant = new Map<TenantId, Site[]>();

  constructor(
    private readonly repository: SiteRepository,
    changes: SiteChanges,
    config: RuntimeConfig,
  ) {
    const own = hostOf(new URL(config.runtimeUrl).host);
    const names = config.isProduction ? [own] : [own, ...LOOPBACK];
    // One site by all of its names, so that a page is in memory once.
    const site = { host: own, tenantId: null, domainId: null, isDefault: true };
    this.shared = new Map(names.map((host) => [host, site]));
    this.sharedSite = site;
    changes.follow(this);
  }

  get count(): number {
    return this.byHost.size;
  }

  /** The site of a header `Host`; undefined for a host that is not ours. */
  find(header: string | undefined): Site | undefined {
    if (header === undefined) return undefined;
    const host = hostOf(header);
    // The shared host wins: no tenant can verify a host to take it over.
    return this.shared.get(host) ?? this.byHost.get(host);
  }

  /** All hosts of a tenant, the default one first. */
  listByTenant(tenantId: TenantId): readonly Site[] {
    return this.byTenant.get(tenantId) ?? [];
  }

  /** Whether the host still is that of this tenant. */
  isCurrent(site: Site): boolean {
    return site === this.sharedSite || this.byHost.get(site.host) === site;
  }

  async apply(changes: readonly Change[]): Promise<void> {
    const hosts = [...new Set(changes.flatMap(({ host }) => host ?? []))];
    if (hosts.length === 0) return;
    const verified = await this.repository.listVerifiedHosts(hosts);
    for (const host of hosts) this.byHost.delete(host);
    for (const one of verified) this.byHost.set(one.host, siteOf(one));
    this.arrangeByTenant();
  }

  async reset(): Promise<void> {
    const sites = (await this.repository.listVerifiedHosts()).map(siteOf);
    this.byHost = new Map(sites.map((site) => [site.host, site]));
    this.arrangeByTenant();
  }

  private arrangeByTenant(): void {
    const byTenant = new Map<TenantId, Site[]>();
    for (const site of this.byHost.values()) {
      const tenantId = site.tenantId!;
      const sites = byTenant.get(tenantId) ?? [];
      if (site.isDefault) sites.unshift(site);
      else sites.push(site);
      byTenant.set(tenantId, sites);
    }
    this.byTenant = byTenant;
  }
}

const siteOf = ({ host, tenantId, id, isDefault }: VerifiedHost): Site => ({ host, tenantId, domainId: id, isDefault });

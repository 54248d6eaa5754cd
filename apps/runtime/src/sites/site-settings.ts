import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import type { Site } from './site.js';
import { type ChangeListener, SiteChanges } from './site-changes.js';
import { type Change, SiteRepository, type StoredSetting } from './site.repository.js';

const MAX_TENANTS = 10_000;
/** Limit of the age (milliseconds): the page for 404 may have moved, which the log does not show as a change of settings. */
const TTL_MS = 60_000;

/** Settings of a tenant that has stored none. */
const DEFAULTS: StoredSetting = {
  indexable: true,
  language: null,
  notFoundTitle: null,
  notFoundText: null,
  robotsLines: [],
  notFoundSlug: null,
};

/** Settings of sites, read when they are first needed. While Postgres is away, those that were read last count. */
@Injectable()
export class SiteSettings implements ChangeListener {
  private readonly known = new LRUCache<TenantId, StoredSetting>({
    max: MAX_TENANTS,
    ttl: TTL_MS,
    fetchMethod: async (tenantId) => (await this.repository.findSetting(tenantId)) ?? DEFAULTS,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
  });

  constructor(
    private readonly repository: SiteRepository,
    changes: SiteChanges,
  ) {
    changes.follow(this);
  }

  /** Returns the settings in memory; undefined for the shared host and for a tenant whose settings were not read yet. */
  peek(site: Site | undefined): StoredSetting | undefined {
    return site?.tenantId ? this.known.get(site.tenantId) : undefined;
  }

  /** The defaults for the shared host. @throws DatabaseUnavailable */
  async find({ tenantId }: Site): Promise<StoredSetting> {
    return (tenantId && (await this.known.fetch(tenantId))) ?? DEFAULTS;
  }

  /** Reads them for {@link peek}; the defaults if they cannot be read. */
  async prepare(site: Site): Promise<StoredSetting> {
    try {
      return await this.find(site);
    } catch (error) {
      logger.warn('The settings of a site cannot be read; its error pages are the default ones', { error });
      return DEFAULTS;
    }
  }

  async apply(changes: readonly Change[]): Promise<void> {
    const changed = changes.filter(({ host, path }) => host === null && path === null);
    await Promise.all(changed.map(({ tenantId }) => this.renew(tenantId)));
  }

  async reset(): Promise<void> {
    this.known.clear();
  }

  private async renew(tenantId: TenantId): Promise<void> {
    if (this.known.has(tenantId)) await this.known.forceFetch(tenantId, { forceRefresh: true, allowStale: false });
  }
}

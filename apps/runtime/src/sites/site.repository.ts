import { Injectable } from '@nestjs/common';
import { Database, type TenantId } from '#libs/core/persistence';
import type { PageSplit } from '#libs/sites/sites';
import type { StoredLink } from '../links/served-link.js';
import type { Site } from './site.js';
import {
  DELETE_OLD_CHANGES,
  FIND_ADDRESSES,
  FIND_OPEN_VERSION,
  FIND_SETTING,
  LIST_INDEXABLE,
  LIST_RECENT_LINKS,
  LIST_RECENT_PAGES,
  LIST_VARIANTS,
  LIST_VERIFIED_HOSTS,
  READ_CHANGES,
} from './site.sql.js';

export interface VerifiedHost {
  host: string;
  tenantId: TenantId;
  id: string;
  isDefault: boolean;
}

/** A published page as it is stored. */
export interface StoredPage {
  tenantId: TenantId;
  pageId: string;
  slug: string;
  domainId: string | null;
  path: string | null;
  title: string;
  html: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  etag: string;
  policy: string;
  formIds: string[];
  indexable: boolean;
  version: number;
  language: string;
  split: PageSplit | null;
}

/** A further version of a published page. */
export type StoredVariant = Pick<StoredPage, 'version' | 'html' | 'gzip' | 'brotli' | 'etag' | 'policy' | 'formIds'>;

export interface StoredRedirect {
  redirectTenantId: TenantId;
  redirectTarget: string;
  redirectStatus: number;
}

/** One row of FIND_ADDRESSES; the columns of what is not there are null. */
export type StoredAddress = Nullable<StoredPage> & Nullable<StoredRedirect> & Nullable<StoredLink>;

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** An address on a site. */
export interface Wanted {
  site: Site;
  path: string;
}

export interface RecentPage extends Pick<StoredPage, 'tenantId' | 'pageId' | 'slug' | 'domainId' | 'path'> {
  renderedAt: Date;
}

/** Settings of a tenant's site that change its pages or its answers. */
export interface StoredSetting {
  indexable: boolean;
  /** Null for that of the browser. */
  language: string | null;
  notFoundTitle: string | null;
  notFoundText: string | null;
  robotsLines: string[];
  /** Slug of the page that is shown in place of title and text; null if there is none, or it is not published. */
  notFoundSlug: string | null;
}

export interface Change {
  id: string;
  tenantId: TenantId;
  host: string | null;
  path: string | null;
}

/** Reads what visitors get, before any tenant is known: as the system role, which may read these tables. */
@Injectable()
export class SiteRepository {
  constructor(private readonly database: Database) {}

  /** @param hosts all if absent */
  async listVerifiedHosts(hosts?: readonly string[]): Promise<VerifiedHost[]> {
    return this.rows<VerifiedHost>(LIST_VERIFIED_HOSTS, [hosts ?? null]);
  }

  /** Reads the entries of the addresses, in their order. */
  async find(wanted: readonly Wanted[]): Promise<StoredAddress[]> {
    const tenants = wanted.map(({ site }) => site.tenantId);
    const domains = wanted.map(({ site }) => site.domainId);
    return this.rows<StoredAddress>(FIND_ADDRESSES, [tenants, domains, wanted.map(({ path }) => path)]);
  }

  /** The further versions of a page that its split names. */
  async listVariants(tenantId: TenantId, pageId: string): Promise<StoredVariant[]> {
    return this.rows<StoredVariant>(LIST_VARIANTS, [tenantId, pageId]);
  }

  /** @param after the last page of the list before; the newest pages if absent */
  async listRecentPages(limit: number, after?: RecentPage): Promise<RecentPage[]> {
    return this.rows<RecentPage>(LIST_RECENT_PAGES, [after?.renderedAt ?? 'infinity', after?.pageId ?? '', limit]);
  }

  async listRecentLinks(limit: number): Promise<{ slug: string }[]> {
    return this.rows<{ slug: string }>(LIST_RECENT_LINKS, [limit]);
  }

  /** The pages of a tenant's host that search engines may list, newest first. */
  async listIndexable({ tenantId, domainId, isDefault }: Site, limit: number) {
    return this.rows<{ path: string; publishedAt: Date }>(LIST_INDEXABLE, [tenantId, domainId, isDefault, limit]);
  }

  async findSetting(tenantId: TenantId): Promise<StoredSetting | undefined> {
    return (await this.rows<StoredSetting>(FIND_SETTING, [tenantId]))[0];
  }

  /** The language of a version that is published, or was at most so many seconds ago; undefined for any other. */
  async findOpenVersion(
    tenantId: TenantId,
    { pageId, version }: { pageId: string; version: number },
    seconds: number,
  ): Promise<string | undefined> {
    const [row] = await this.rows<{ language: string }>(FIND_OPEN_VERSION, [tenantId, pageId, version, seconds]);
    return row?.language;
  }

  /** The changes of transactions that may have ended after the reading that gave `horizon`. */
  async readChanges(horizon: string): Promise<{ horizon: string; changes: Change[] }> {
    const [row] = await this.rows<{ horizon: string; changes: Change[] }>(READ_CHANGES, [horizon]);
    if (!row) throw new Error('Postgres gave no snapshot');
    return row;
  }

  async deleteOldChanges(ageSeconds: number): Promise<void> {
    await this.rows(DELETE_OLD_CHANGES, [ageSeconds]);
  }

  private async rows<R extends object>(text: string, values: unknown[]): Promise<R[]> {
    return this.database.statement(async (pool) => (await pool.query<R>(text, values)).rows);
  }
}

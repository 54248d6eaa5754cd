import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '#libs/core/http';
import { GroupCommitter, type TenantId } from '#libs/core/persistence';
import { RuntimeConfig } from '../config.js';
import { ServedLink } from '../links/served-link.js';
import { isReservedPath } from './path.js';
import { ServedRedirect } from '../redirects/redirect.js';
import { ServedPage } from './served-page.js';
import { addressKey } from '../sites/site.js';
import { type ChangeListener, SiteChanges } from '../sites/site-changes.js';
import { SiteHosts } from '../sites/site-hosts.js';
import { SiteMetrics } from '../sites/site.metrics.js';
import {
  type Change,
  SiteRepository,
  type StoredAddress,
  type StoredPage,
  type Wanted,
} from '../sites/site.repository.js';

export type Served = ServedPage | ServedRedirect | ServedLink;

const MIB = 1024 * 1024;

/** Addresses of one statement: their pages come in one answer. */
const BATCH = 20;
/** Addresses that are being read; beyond it the database is away or far behind. */
const MAX_LOADING = 2_000;
/** Addresses where nothing is. They are apart, so that requests for many of them displace no page. */
const MAX_EMPTY = 20_000;
/** How often an address is read at most, if it changes during each reading. */
const MAX_READINGS = 5;

/**
 * Pages, redirects and short links by their addresses, in the memory of this process: the most recently used up to
 * PAGE_MEMORY_MIB. An entry is read again when the log of changes names its address; the old one is served meanwhile.
 */
@Injectable()
export class Addresses implements ChangeListener {
  private readonly served: LRUCache<string, Served>;
  private readonly empty = new LRUCache<string, true>({ max: MAX_EMPTY });
  private readonly loading = new Map<string, Promise<Served | null>>();
  /** Addresses that changed while they were being read. */
  private readonly changedMeanwhile = new Set<string>();
  private readonly reader = new GroupCommitter<Wanted, StoredAddress>((wanted) => this.repository.find(wanted), {
    maxItems: BATCH,
    failsWholeGroup: () => true,
  });

  constructor(
    private readonly repository: SiteRepository,
    private readonly hosts: SiteHosts,
    private readonly metrics: SiteMetrics,
    changes: SiteChanges,
    { pageMemoryMib }: RuntimeConfig,
  ) {
    const maxSize = pageMemoryMib * MIB;
    this.served = new LRUCache({ maxSize, maxEntrySize: maxSize, sizeCalculation: ({ bytes }) => bytes });
    metrics.observeMemory(
      () => this.served.calculatedSize,
      () => this.served.size,
    );
    changes.follow(this);
  }

  /** Used share of the memory, from 0 to 1. */
  get fill(): number {
    return this.served.calculatedSize / this.served.maxSize;
  }

  /** Returns the entry of a key without reading it: undefined if it is not in memory, null if nothing is at the address. */
  peek(key: string): Served | null | undefined {
    return this.served.get(key) ?? (this.empty.get(key) ? null : undefined);
  }

  /** Returns null if nothing is at the address. @throws DatabaseUnavailable, Problem ServiceUnavailable */
  async find(wanted: Wanted): Promise<Served | null> {
    if (isReservedPath(wanted.path)) return null;
    const known = this.peek(addressKey(wanted.site, wanted.path));
    return known === undefined ? this.load(wanted, 'asked') : known;
  }

  /** Reads an address into memory, unless it is there. */
  async warm(wanted: Wanted): Promise<void> {
    const key = addressKey(wanted.site, wanted.path);
    if (!isReservedPath(wanted.path) && this.peek(key) === undefined) await this.load(wanted, 'warmed');
  }

  async apply(changes: readonly Change[]): Promise<void> {
    const hosts = new Set(changes.flatMap(({ host }) => host ?? []));
    if (hosts.size > 0) this.forgetHosts(hosts);
    const renewed = changes.flatMap(({ tenantId, host, path }) => {
      if (path === null) return host === null ? this.renewPages(tenantId) : [];
      const sites = [this.hosts.sharedSite, ...this.hosts.listByTenant(tenantId)];
      return sites.map((site) => this.renew({ site, path }));
    });
    await Promise.all(renewed);
  }

  async reset(): Promise<void> {
    for (const key of this.loading.keys()) this.changedMeanwhile.add(key);
    this.served.clear();
    this.empty.clear();
  }

  /** Deletes the entries of hosts that were added, removed or moved to another tenant. */
  private forgetHosts(hosts: ReadonlySet<string>): void {
    for (const cache of [this.served, this.empty]) {
      for (const key of cache.keys()) if (hosts.has(key.slice(0, key.indexOf('/')))) cache.delete(key);
    }
  }

  private async renew(wanted: Wanted): Promise<void> {
    const key = addressKey(wanted.site, wanted.path);
    this.empty.delete(key);
    if (this.loading.has(key)) this.changedMeanwhile.add(key);
    else if (this.served.has(key)) await this.load(wanted, 'changed');
  }

  /** Reads all pages of a tenant again: a setting of the site is in their headers. */
  private renewPages(tenantId: TenantId): Promise<void>[] {
    const pages = [...this.served].filter(([, served]) => served.kind === 'page' && served.tenantId === tenantId);
    return pages.flatMap(([key]) => {
      const slash = key.indexOf('/');
      const site = this.hosts.find(key.slice(0, slash));
      return site ? [this.renew({ site, path: key.slice(slash) })] : [];
    });
  }

  private load(wanted: Wanted, why: 'asked' | 'changed' | 'warmed'): Promise<Served | null> {
    const key = addressKey(wanted.site, wanted.path);
    const running = this.loading.get(key);
    if (running) return running;
    if (this.loading.size >= MAX_LOADING) throw new Problem('ServiceUnavailable');
    this.metrics.loaded(why);
    const loading = this.read(key, wanted);
    this.loading.set(key, loading);
    return loading;
  }

  private async read(key: string, wanted: Wanted): Promise<Served | null> {
    try {
      for (let reading = 1; ; reading += 1) {
        this.changedMeanwhile.delete(key);
        const found = await this.servedOf(await this.reader.submit(wanted));
        if (this.changedMeanwhile.has(key) && reading < MAX_READINGS) continue;
        this.store(key, wanted, found);
        return found;
      }
    } finally {
      // In the same tick as `store`: a change that comes now finds the entry, not its reading.
      this.loading.delete(key);
      this.changedMeanwhile.delete(key);
    }
  }

  private async servedOf(row: StoredAddress): Promise<Served | null> {
    if (isPage(row)) {
      return new ServedPage(row, row.split ? await this.repository.listVariants(row.tenantId, row.pageId) : []);
    }
    if (row.redirectTenantId !== null && row.redirectTarget !== null) {
      return ServedRedirect.of(row.redirectTenantId, row.redirectStatus ?? 301, row.redirectTarget);
    }
    return row.linkId === null ? null : new ServedLink(row as ConstructorParameters<typeof ServedLink>[0]);
  }

  private store(key: string, { site }: Wanted, found: Served | null): void {
    this.served.delete(key);
    if (!this.hosts.isCurrent(site)) return;
    if (found) this.served.set(key, found);
    else this.empty.set(key, true);
  }
}

const isPage = (row: StoredAddress): row is StoredAddress & StoredPage => row.pageId !== null;

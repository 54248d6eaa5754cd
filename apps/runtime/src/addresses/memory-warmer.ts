import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import { RuntimeConfig } from '../config.js';
import { Addresses } from './addresses.js';
import { SiteHosts } from '../sites/site-hosts.js';
import { type RecentPage, SiteRepository, type Wanted } from '../sites/site.repository.js';

/** Rows of one list. */
const LIST = 500;
const LINKS = 10_000;
/** Pages that are read at a time, so that visitors' own reads find a connection. */
const AT_A_TIME = 20;
/** Share of the memory that is filled; the rest is for pages that visitors request. */
const FULL = 0.9;

/**
 * Reads the pages into memory after the start, the last rendered first, until the memory is full: from then on visitors get
 * them without Postgres. A page of a host is read for that host, one without for the shared host and the tenant's default.
 */
@Injectable()
export class MemoryWarmer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private warming: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: SiteRepository,
    private readonly hosts: SiteHosts,
    private readonly addresses: Addresses,
    private readonly config: RuntimeConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.answersHttp) this.warming = this.warmOrStop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.warming;
  }

  /** Resolves when the memory is warm; for tests. */
  async isDone(): Promise<void> {
    await this.warming;
  }

  private async warmOrStop(): Promise<void> {
    const startedAt = performance.now();
    try {
      const links = await this.repository.listRecentLinks(LINKS);
      await this.warmAll(links.map(({ slug }) => ({ site: this.hosts.sharedSite, path: `/r/${slug}` })));
      const pages = await this.warmPages();
      logger.info('The memory of published pages is warm', {
        count: pages,
        ms: Math.round(performance.now() - startedAt),
      });
    } catch (error) {
      logger.warn('The memory of published pages is not warm; they are read when they are asked for', { error });
    }
  }

  private async warmPages(): Promise<number> {
    let count = 0;
    let last: RecentPage | undefined;
    for (;;) {
      const pages = await this.repository.listRecentPages(LIST, last);
      await this.warmAll(pages.flatMap((page) => this.addressesOf(page)));
      count += pages.length;
      last = pages.at(-1);
      if (pages.length < LIST || this.isFull()) return count;
    }
  }

  private async warmAll(wanted: readonly Wanted[]): Promise<void> {
    for (let start = 0; start < wanted.length && !this.isFull(); start += AT_A_TIME) {
      await Promise.all(wanted.slice(start, start + AT_A_TIME).map((one) => this.addresses.warm(one)));
    }
  }

  private isFull(): boolean {
    return this.isStopping || this.addresses.fill >= FULL;
  }

  private addressesOf({ tenantId, slug, domainId, path }: RecentPage): Wanted[] {
    const own = this.hosts.listByTenant(tenantId);
    if (domainId !== null && path !== null) {
      return own.filter((site) => site.domainId === domainId).map((site) => ({ site, path }));
    }
    return [this.hosts.sharedSite, ...own.slice(0, 1)].map((site) => ({ site, path: `/${slug}` }));
  }
}

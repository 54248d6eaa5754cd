import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { escapeHtml } from '#libs/core/html';
import { RuntimeConfig } from '../config.js';
import type { Site } from '../sites/site.js';
import { SiteRepository } from '../sites/site.repository.js';
import { SiteSettings } from '../sites/site-settings.js';

/** A page is in the sitemap at the latest after this time (milliseconds). */
const TTL_MS = 60_000;
/** Characters of all sitemaps in memory. */
const MAX_SIZE = 32 * 1024 * 1024;
/** The most addresses that the protocol allows in a sitemap. */
const MAX_ADDRESSES = 50_000;

/** Makes robots.txt and the sitemap of a host. The shared host has no sitemap, since it would name the pages of all tenants. */
@Injectable()
export class SiteFiles {
  private readonly sitemaps = new LRUCache<Site, string>({
    ttl: TTL_MS,
    maxSize: MAX_SIZE,
    sizeCalculation: (text) => text.length + 1,
    fetchMethod: (site) => this.makeSitemap(site),
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });

  constructor(
    private readonly repository: SiteRepository,
    private readonly settings: SiteSettings,
    private readonly config: RuntimeConfig,
  ) {}

  /** @throws DatabaseUnavailable if it is not in memory */
  async robots(site: Site): Promise<string> {
    const { indexable, robotsLines } = await this.settings.find(site);
    const lines = ['User-agent: *', indexable ? 'Allow: /' : 'Disallow: /', ...robotsLines];
    if (site.tenantId !== null && indexable) lines.push('', `Sitemap: ${this.originOf(site)}/sitemap.xml`);
    return `${lines.join('\n')}\n`;
  }

  /** Null on the shared host and for a site that search engines may not list. @throws DatabaseUnavailable */
  async sitemap(site: Site): Promise<string | null> {
    if (site.tenantId === null || !(await this.settings.find(site)).indexable) return null;
    return (await this.sitemaps.fetch(site)) ?? null;
  }

  private async makeSitemap(site: Site): Promise<string> {
    const pages = await this.repository.listIndexable(site, MAX_ADDRESSES);
    const origin = this.originOf(site);
    const urls = pages.map(({ path, publishedAt }) => {
      const address = escapeHtml(origin + encodeURI(path));
      return `<url><loc>${address}</loc><lastmod>${publishedAt.toISOString()}</lastmod></url>\n`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
  }

  /** Hosts of tenants have the scheme and the port of the shared one. */
  private originOf({ host }: Site): string {
    const { protocol, port } = new URL(this.config.runtimeUrl);
    return `${protocol}//${host}${port ? `:${port}` : ''}`;
  }
}

import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { SiteDomain } from '#libs/sites/sites';
import { PagesConfig } from '../config.js';
import type { Page } from './page.entity.js';

/** A page and where it is, or would be when published. */
export interface PlacedPage {
  page: Page;
  /** Host of its domain; null on the shared host. */
  host: string | null;
  url: string;
}

type Place = Pick<Page, 'slug' | 'path'>;

/** The addresses of pages. */
@Injectable()
export class PagePlaces {
  private readonly runtimeUrl: string;

  constructor(config: PagesConfig) {
    this.runtimeUrl = config.runtimeUrl.replace(/\/+$/, '');
  }

  /** Finds the hosts of pages, in one statement. */
  async place(tx: EntityManager, tenantId: TenantId, pages: readonly Page[]): Promise<PlacedPage[]> {
    const ids = [...new Set(pages.flatMap(({ domainId }) => (domainId === null ? [] : [domainId])))];
    const domains = ids.length === 0 ? [] : await tx.findBy(SiteDomain, { tenantId, id: In(ids) });
    const hosts = new Map(domains.map(({ id, host }) => [id, host]));
    return pages.map((page) => {
      const host = (page.domainId !== null && hosts.get(page.domainId)) || null;
      return { page, host, url: this.urlOf(page, host) };
    });
  }

  async placeOne(tx: EntityManager, page: Page): Promise<PlacedPage> {
    const [placed] = await this.place(tx, page.tenantId, [page]);
    return placed as PlacedPage;
  }

  urlOf({ slug, path }: Place, host: string | null): string {
    return host === null || path === null ? `${this.runtimeUrl}/${slug}` : `https://${host}${path}`;
  }

  /** A verified domain of the tenant by its id or host. */
  async findVerified(tx: EntityManager, tenantId: TenantId, idOrHost: string): Promise<SiteDomain | null> {
    return tx.findOneBy(SiteDomain, [
      { tenantId, id: idOrHost, verifiedAt: Not(IsNull()) },
      { tenantId, host: idOrHost.toLowerCase(), verifiedAt: Not(IsNull()) },
    ]);
  }
}

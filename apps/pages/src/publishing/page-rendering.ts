import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, lockKey, type TenantId } from '#libs/core/persistence';
import type { PageContext, RenderedPage } from '../markup/page-context.js';
import { PagePlaces, type PlacedPage } from '../pages/page-places.js';
import type { Page } from '../pages/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import { PageVersionRepository } from '../pages/page-version.repository.js';
import type { PageBytes } from '../published-pages/published-page.repository.js';
import { renderPage } from '../rendering/render-page.js';
import { validateDocument } from '../validation/validate-document.js';
import { bytesOf } from './page-bytes.js';
import { fingerprintOf, PageContextLoader } from './page-context.loader.js';

/** Tries to render a page; the next one follows if what its bytes depend on changed meanwhile. */
export const ATTEMPTS = 4;

/** Input of a rendering, read in one transaction. */
interface Source {
  version: number;
  document: object;
  context: PageContext;
}

export interface Rendering {
  source: Source;
  page: RenderedPage;
  bytes: PageBytes;
}

/**
 * Renders versions outside of any transaction, and stores them in a short one, provided that nothing which the bytes depend on
 * has changed meanwhile.
 */
@Injectable()
export class PageRendering {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly versions: PageVersionRepository,
    private readonly contexts: PageContextLoader,
    private readonly places: PagePlaces,
  ) {}

  /**
   * Renders a version of a page; null for an unknown page or version, or if `versionOf` gives none.
   * @throws Problem Unprocessable for a version that is no longer valid
   */
  async render(
    tenantId: TenantId,
    pageId: string,
    versionOf: (page: Page) => number | null,
  ): Promise<Rendering | null> {
    const source = await this.database.tenant(tenantId, async (tx): Promise<Source | null> => {
      const page = await this.pages.find(tx, tenantId, pageId);
      const version = page && versionOf(page);
      const found = version && (await this.versions.find(tx, tenantId, pageId, version));
      if (!found) return null;
      const { document } = found;
      return { version, document, context: await this.contexts.load(tx, page, { version, document }) };
    });
    if (!source) return null;
    const page = renderPage(validateDocument(source.document), source.context);
    return { source, page, bytes: await bytesOf(page) };
  }

  /**
   * Runs `work` with the page's row locked if the contexts still are those of the renderings; else returns null. Changes of
   * what pages depend on wait for the lock of their tenant, so none slips in before the commit. @throws Problem NotFound
   */
  async storeUnchanged(
    tenantId: TenantId,
    pageId: string,
    renderings: readonly Rendering[],
    work: (tx: EntityManager, page: Page) => Promise<void>,
  ): Promise<PlacedPage | null> {
    return this.database.tenant(tenantId, async (tx) => {
      await lockKey(tx, 'page rendering', tenantId);
      const page = await this.pages.lockForUpdate(tx, tenantId, pageId);
      if (!page) throw new Problem('NotFound');
      for (const { source } of renderings) {
        const context = await this.contexts.load(tx, page, source);
        if (fingerprintOf(context) !== fingerprintOf(source.context)) return null;
      }
      await work(tx, page);
      return this.places.placeOne(tx, await this.pages.get(tx, page));
    });
  }
}

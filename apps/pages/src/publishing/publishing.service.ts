import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, refusal } from '#libs/core/http';
import { Database, lockKey, type TenantId } from '#libs/core/persistence';
import { auditPage } from '../pages/page-audit.js';
import { PagePlaces, type PlacedPage } from '../pages/page-places.js';
import type { Page } from '../pages/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import type { PageDocument } from '../document/page-document.js';
import { validateDocument } from '../validation/validate-document.js';
import { renderPage } from '../rendering/render-page.js';
import type { PageContext, PageWarning, RenderedPage } from '../markup/page-context.js';
import { PageVersionRepository } from '../pages/page-version.repository.js';
import { DeadLinks } from './dead-links.js';
import { bytesOf } from './page-bytes.js';
import { fingerprintOf, PageContextLoader } from './page-context.loader.js';
import { type PageBytes, PublishedPageRepository } from '../published-pages/published-page.repository.js';

/** Tries to render a page; the next one follows if what its bytes depend on changed meanwhile. */
const ATTEMPTS = 4;

const DRAFT_IS_NEWER: PageWarning = {
  where: 'rascunho',
  code: 'rascunho_mais_novo',
  message: 'O rascunho tem mudanças que não foram publicadas. Guarde-o como versão e publique-a.',
};

export interface Publication {
  placed: PlacedPage;
  version: number;
  warnings: PageWarning[];
}

/** Input of a rendering, read in one transaction. */
interface Source {
  version: number;
  document: object;
  context: PageContext;
}

interface Rendering {
  source: Source;
  page: RenderedPage;
  bytes: PageBytes;
}

/**
 * Publishes pages. A version is rendered outside of any transaction; one short transaction then puts all of it before the
 * visitors, provided that nothing which the bytes depend on has changed meanwhile. Until it commits they get the version
 * that was published before.
 */
@Injectable()
export class PublishingService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly versions: PageVersionRepository,
    private readonly published: PublishedPageRepository,
    private readonly contexts: PageContextLoader,
    private readonly places: PagePlaces,
    private readonly deadLinks: DeadLinks,
  ) {}

  /**
   * Publishes a version; the newest one if none is named.
   * @throws Problem NotFound for an unknown page or version, Unprocessable for a version that is no longer valid
   */
  async publish(tenantId: TenantId, pageId: string, version?: number): Promise<Publication> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const rendering = await this.render(tenantId, pageId, (page) => version ?? page.newestVersion);
      if (!rendering) throw new Problem('NotFound');
      let dead: PageWarning[] = [];
      const placed = await this.storeUnchanged(tenantId, pageId, rendering, async (tx, page) => {
        await this.store(tx, page, rendering);
        const { document } = rendering.source;
        dead = await this.deadLinks.list(tx, page, document as PageDocument, rendering.page.html);
      });
      if (!placed) continue;
      const warnings = [...rendering.page.warnings, ...dead];
      if (version === undefined && placed.page.draftIsNewer) warnings.push(DRAFT_IS_NEWER);
      return { placed, version: rendering.source.version, warnings };
    }
    throw refusal('Conflict', { erro: 'A página muda enquanto é publicada. Tente outra vez.' });
  }

  /** Renders the published version again. Does nothing for a page that is not published. */
  async renderAgain(tenantId: TenantId, pageId: string): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const rendering = await this.render(tenantId, pageId, (page) => page.publishedVersion);
      if (!rendering) return;
      const placed = await this.storeUnchanged(tenantId, pageId, rendering, async (tx, page) => {
        // Another version, published meanwhile, was rendered with what is valid now.
        if (page.publishedVersion !== rendering.source.version) return;
        await this.published.replaceBytes(tx, page, rendering.page.formIds, rendering.bytes, new Date());
      });
      if (placed) return;
    }
    throw new Error('The page changes while it is rendered');
  }

  /** Takes a page off the runtime. @returns false if it was not published @throws Problem NotFound */
  async unpublish(tenantId: TenantId, pageId: string): Promise<{ placed: PlacedPage; changed: boolean }> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.pages.lockForUpdate(tx, tenantId, pageId);
      if (!before) throw new Problem('NotFound');
      if (before.publishedVersion === null) {
        return { placed: await this.places.placeOne(tx, before), changed: false };
      }
      await this.published.delete(tx, before);
      const page = await this.pages.update(tx, before, { publishedVersion: null, publishedAt: null });
      await auditPage(tx, 'unpublished', page, before);
      return { placed: await this.places.placeOne(tx, page), changed: true };
    });
  }

  private async render(
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
   * Runs `work` with the page's row locked if its context is still that of the rendering; else returns null. Changes of
   * what pages depend on wait for the lock of their tenant, so none slips in before the commit.
   */
  private async storeUnchanged(
    tenantId: TenantId,
    pageId: string,
    { source }: Rendering,
    work: (tx: EntityManager, page: Page) => Promise<void>,
  ): Promise<PlacedPage | null> {
    return this.database.tenant(tenantId, async (tx) => {
      await lockKey(tx, 'page rendering', tenantId);
      const page = await this.pages.lockForUpdate(tx, tenantId, pageId);
      if (!page) throw new Problem('NotFound');
      const context = await this.contexts.load(tx, page, source);
      if (fingerprintOf(context) !== fingerprintOf(source.context)) return null;
      await work(tx, page);
      return this.places.placeOne(tx, await this.pages.get(tx, page));
    });
  }

  private async store(tx: EntityManager, before: Page, { source, page, bytes }: Rendering): Promise<void> {
    const at = new Date();
    await this.published.publish(tx, before, source.version, page.formIds, bytes, at);
    const changes = { publishedVersion: source.version, publishedAt: at };
    const after = await this.pages.update(tx, before, changes);
    await auditPage(tx, 'published', after, before);
  }
}

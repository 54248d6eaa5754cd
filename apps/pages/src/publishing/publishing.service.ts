import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, refusal } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { auditPage } from '../pages/page-audit.js';
import { PagePlaces, type PlacedPage } from '../pages/page-places.js';
import type { Page } from '../pages/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import type { PageDocument } from '../document/page-document.js';
import type { PageWarning } from '../markup/page-context.js';
import { PublishedPageRepository } from '../published-pages/published-page.repository.js';
import { DeadLinks } from './dead-links.js';
import { ATTEMPTS, PageRendering, type Rendering } from './page-rendering.js';
import { VariantPublishing } from './variant-publishing.js';

const DRAFT_IS_NEWER: PageWarning = {
  where: 'rascunho',
  code: 'rascunho_mais_novo',
  message: 'O rascunho tem mudanças que não foram publicadas. Guarde-o como versão e publique-a.',
};

const NOT_ROUTED: PageWarning = {
  where: 'roteamento',
  code: 'roteamento_inativo',
  message:
    'Uma versão das regras de roteamento não existe mais ou não é mais válida: todos recebem a versão publicada.',
};

export interface Publication {
  placed: PlacedPage;
  version: number;
  warnings: PageWarning[];
}

/**
 * Publishes pages: one short transaction puts all of a version before the visitors. Until it commits they get the version that
 * was published before.
 */
@Injectable()
export class PublishingService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly published: PublishedPageRepository,
    private readonly rendering: PageRendering,
    private readonly variants: VariantPublishing,
    private readonly places: PagePlaces,
    private readonly deadLinks: DeadLinks,
  ) {}

  /**
   * Publishes a version; the newest one if none is named.
   * @param before runs in the transaction, with the page's row locked
   * @throws Problem NotFound for an unknown page or version, Unprocessable for a version that is no longer valid, Conflict
   * while an experiment runs
   */
  async publish(
    tenantId: TenantId,
    pageId: string,
    version?: number,
    before?: (tx: EntityManager, page: Page) => Promise<void>,
  ): Promise<Publication> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const rendering = await this.rendering.render(tenantId, pageId, (page) => version ?? page.newestVersion);
      if (!rendering) throw new Problem('NotFound');
      let dead: PageWarning[] = [];
      let isUnrouted = false;
      const placed = await this.rendering.storeUnchanged(tenantId, pageId, [rendering], async (tx, page) => {
        await before?.(tx, page);
        isUnrouted = await this.store(tx, page, rendering);
        const { document } = rendering.source;
        dead = await this.deadLinks.list(tx, page, document as PageDocument, rendering.page.html);
      });
      if (!placed) continue;
      const warnings = [...rendering.page.warnings, ...dead];
      if (isUnrouted && !(await this.variants.publishRouting(tenantId, pageId))) warnings.push(NOT_ROUTED);
      if (version === undefined && placed.page.draftIsNewer) warnings.push(DRAFT_IS_NEWER);
      return { placed, version: rendering.source.version, warnings };
    }
    throw refusal('Conflict', { erro: 'A página muda enquanto é publicada. Tente outra vez.' });
  }

  /** Renders the published version again. Does nothing for a page that is not published. */
  async renderAgain(tenantId: TenantId, pageId: string): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const rendering = await this.rendering.render(tenantId, pageId, (page) => page.publishedVersion);
      if (!rendering) return;
      const placed = await this.rendering.storeUnchanged(tenantId, pageId, [rendering], async (tx, page) => {
        // Another version, published meanwhile, was rendered with what is valid now.
        if (page.publishedVersion !== rendering.source.version) return;
        await this.published.replaceBytes(tx, page, rendering.page.formIds, rendering.bytes, new Date());
      });
      if (placed) return;
    }
    throw new Error('The page changes while it is rendered');
  }

  /** Takes a page off the runtime; its experiment ends. @returns false if it was not published @throws Problem NotFound */
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

  /** Returns whether the page has rules of routing that its visitors do not have. @throws Problem Conflict */
  private async store(tx: EntityManager, before: Page, { source, page, bytes }: Rendering): Promise<boolean> {
    const at = new Date();
    const split = await this.published.publish(tx, before, source.version, page.formIds, bytes, at);
    if (split.isUnderTest) throw underTest();
    const changes = { publishedVersion: source.version, publishedAt: at };
    const after = await this.pages.update(tx, before, changes);
    await auditPage(tx, 'published', after, before);
    return split.isUnrouted;
  }
}

const underTest = (): Problem =>
  refusal('Conflict', {
    erro: 'experimento_em_andamento',
    mensagem: 'A página tem um experimento em andamento: pare o experimento, ou promova uma variante.',
  });

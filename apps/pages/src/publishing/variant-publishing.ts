import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, refusal } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { PageSplit } from '#libs/sites/sites';
import type { Page } from '../pages/page.entity.js';
import { PublishedVariantRepository } from '../published-pages/published-variant.repository.js';
import { ATTEMPTS, PageRendering, type Rendering } from './page-rendering.js';

/** Puts further versions of a published page before visitors, and the split that chooses among them. */
@Injectable()
export class VariantPublishing {
  constructor(
    private readonly rendering: PageRendering,
    private readonly variants: PublishedVariantRepository,
  ) {}

  /**
   * Puts these versions before visitors in place of those that were. `work` runs in the same transaction, with the page's row
   * locked, and returns the split.
   * @throws Problem Unprocessable for a version that is unknown or no longer valid, NotFound
   */
  async publish(
    tenantId: TenantId,
    pageId: string,
    versions: readonly number[],
    work: (tx: EntityManager, page: Page) => Promise<PageSplit>,
  ): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const renderings: Rendering[] = [];
      for (const version of versions) {
        const rendering = await this.rendering.render(tenantId, pageId, () => version);
        if (!rendering) throw unknownVersion(version);
        renderings.push(rendering);
      }
      const placed = await this.rendering.storeUnchanged(tenantId, pageId, renderings, async (tx, page) => {
        const split = await work(tx, page);
        await this.variants.replace(tx, page, split, renderings.map(rowOf));
      });
      if (placed) return;
    }
    throw refusal('Conflict', { erro: 'A página muda enquanto as versões são publicadas. Tente outra vez.' });
  }

  /** Puts the versions of a page's rules before visitors, after it was published anew. Returns false if one no longer can be. */
  async publishRouting(tenantId: TenantId, pageId: string): Promise<boolean> {
    const rules = await this.variants.listRules(tenantId, pageId);
    const versions = [...new Set(rules.map(({ version }) => version))];
    try {
      await this.publish(tenantId, pageId, versions, async () => ({ kind: 'routing', rules }));
      return true;
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      return false;
    }
  }

  /** Renders the versions that are before visitors again. Does nothing for a page without any. */
  async renderAgain(tenantId: TenantId, pageId: string): Promise<void> {
    for (const version of await this.variants.listVersions(tenantId, pageId)) {
      await this.renderOneAgain(tenantId, pageId, version);
    }
  }

  private async renderOneAgain(tenantId: TenantId, pageId: string, version: number): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const rendering = await this.rendering.render(tenantId, pageId, () => version);
      if (!rendering) return;
      const placed = await this.rendering.storeUnchanged(tenantId, pageId, [rendering], (tx, page) =>
        this.variants.replaceBytes(tx, page, rowOf(rendering)),
      );
      if (placed) return;
    }
    throw new Error('The page changes while its variants are rendered');
  }
}

const rowOf = ({ source, page, bytes }: Rendering) => ({ ...bytes, version: source.version, formIds: page.formIds });

const unknownVersion = (version: number): Problem =>
  refusal('Unprocessable', { erro: `A versão ${version} não existe nesta página.`, campo: 'versao' });

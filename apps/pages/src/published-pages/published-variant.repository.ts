import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, exec, type TenantId } from '#libs/core/persistence';
import { PageRouting } from '#libs/sites/experiments';
import { type PageSplit, PublishedPage, PublishedVariant, type RouteRule } from '#libs/sites/sites';
import type { PageBytes } from './published-page.repository.js';
import { RECORD_REPLACED_VARIANTS } from './published-page.sql.js';

/** A further version of a page, as visitors get it. */
export type VariantBytes = PageBytes & Pick<PublishedVariant, 'version' | 'formIds'>;

interface PageKey {
  tenantId: TenantId;
  id: string;
}

/** The further versions of published pages. */
@Injectable()
export class PublishedVariantRepository {
  constructor(private readonly database: Database) {}

  /** Puts these versions before visitors in place of all others; without a split visitors get the published version alone. */
  async replace(
    tx: EntityManager,
    { tenantId, id: pageId }: PageKey,
    split: PageSplit | null,
    variants: readonly VariantBytes[],
  ): Promise<void> {
    await exec(tx, RECORD_REPLACED_VARIANTS, [tenantId, pageId, variants.map(({ version }) => version)]);
    await tx.delete(PublishedVariant, { tenantId, pageId });
    const renderedAt = new Date();
    if (variants.length > 0)
      await tx.insert(
        PublishedVariant,
        variants.map((variant) => ({ ...variant, tenantId, pageId, renderedAt })),
      );
    // Last: the change of the published page is what the runtime hears of.
    await tx.update(PublishedPage, { tenantId, pageId }, { split });
  }

  /** Changes the split alone. */
  async updateSplit(tx: EntityManager, { tenantId, id: pageId }: PageKey, split: PageSplit): Promise<void> {
    await tx.update(PublishedPage, { tenantId, pageId }, { split });
  }

  /** Replaces the bytes of a version that still is before visitors. The runtime reads the page again. */
  async replaceBytes(tx: EntityManager, { tenantId, id: pageId }: PageKey, bytes: VariantBytes): Promise<void> {
    const renderedAt = new Date();
    const { version } = bytes;
    const { affected } = await tx.update(PublishedVariant, { tenantId, pageId, version }, { ...bytes, renderedAt });
    if (affected) await tx.update(PublishedPage, { tenantId, pageId }, { renderedAt });
  }

  /** The rules of a page's routing. */
  async listRules(tenantId: TenantId, pageId: string): Promise<RouteRule[]> {
    const routing = await this.database.tenant(tenantId, (tx) => tx.findOneBy(PageRouting, { tenantId, pageId }));
    return routing?.rules ?? [];
  }

  async listVersions(tenantId: TenantId, pageId: string): Promise<number[]> {
    const rows = await this.database.tenant(tenantId, (tx) =>
      tx.find(PublishedVariant, { select: { version: true }, where: { tenantId, pageId }, order: { version: 'ASC' } }),
    );
    return rows.map(({ version }) => version);
  }
}

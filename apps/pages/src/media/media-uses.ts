import { Injectable } from '@nestjs/common';
import type { EntityManager, ObjectLiteral } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { PageDraft } from '../drafts/page-draft.entity.js';
import { PageVersion } from '../pages/page-version.entity.js';

/** Finds the pages whose drafts or versions name a picture. */
@Injectable()
export class MediaUses {
  /** Ids of pages with the picture in their draft or in a version, at most `limit`. It reads all documents of the tenant. */
  async listPages(tx: EntityManager, tenantId: TenantId, mediaId: string, limit: number): Promise<string[]> {
    const drafts = await pagesNaming(tx, PageDraft, tenantId, mediaId, limit);
    const versions = await pagesNaming(tx, PageVersion, tenantId, mediaId, limit);
    return [...new Set([...drafts, ...versions])].toSorted().slice(0, limit);
  }
}

async function pagesNaming(
  tx: EntityManager,
  entity: new () => ObjectLiteral,
  tenantId: TenantId,
  mediaId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .createQueryBuilder(entity, 'stored')
    .select('stored.pageId', 'pageId')
    .distinct()
    .where('stored.tenantId = :tenantId', { tenantId })
    .andWhere('position(:mediaId in cast(stored.document as text)) > 0', { mediaId })
    .orderBy('stored.pageId')
    .limit(limit)
    .getRawMany<{ pageId: string }>();
  return rows.map(({ pageId }) => pageId);
}

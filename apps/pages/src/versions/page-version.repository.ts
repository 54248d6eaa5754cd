import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentOrigin } from '#libs/auth';
import { exec, listKeysetPage, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/persistence';
import type { Page } from '../pages/page.entity.js';
import { PageVersion, type VersionOrigin } from './page-version.entity.js';
import { PRUNE_VERSIONS } from './page-version.sql.js';

/** A version without its document. */
export type VersionSummary = Omit<PageVersion, 'document'>;

/** How many versions a page keeps of each origin, the published one apart. */
export const KEPT_VERSIONS: Readonly<Record<VersionOrigin, number>> = { saved: 100, replaced: 20 };

@Injectable()
export class PageVersionRepository {
  /** Inserts a version and erases the oldest ones of its origin beyond what a page keeps. */
  async insert(
    tx: EntityManager,
    { tenantId, id, publishedVersion, newestVersion }: Page,
    values: Pick<PageVersion, 'number' | 'origin' | 'document'>,
  ): Promise<void> {
    const { kind, id: authorId } = currentOrigin().actor;
    await tx.insert(PageVersion, { ...values, tenantId, pageId: id, authorKind: kind, authorId });
    const kept = [publishedVersion ?? 0, newestVersion];
    await exec(tx, PRUNE_VERSIONS, [tenantId, id, values.origin, KEPT_VERSIONS[values.origin], kept]);
  }

  async find(tx: EntityManager, tenantId: TenantId, pageId: string, number: number): Promise<PageVersion | null> {
    return tx.findOneBy(PageVersion, { tenantId, pageId, number });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    pageId: string,
    page: KeysetRequest,
  ): Promise<KeysetPage<VersionSummary>> {
    const query = tx
      .createQueryBuilder(PageVersion, 'version')
      .select(
        ['tenantId', 'pageId', 'number', 'origin', 'authorKind', 'authorId', 'createdAt'].map((c) => `version.${c}`),
      )
      .where('version.tenantId = :tenantId and version.pageId = :pageId', { tenantId, pageId });
    return listKeysetPage(query, ['number'], page);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentOrigin } from '#libs/core/auth';
import {
  exec,
  listKeysetPage,
  many,
  toKeysetPages,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';
import type { Page } from './page.entity.js';
import { PageVersion, type VersionOrigin } from './page-version.entity.js';
import { PRUNE_VERSIONS, VERSION_DOCUMENTS, VERSIONS_OF_PAGES } from './page-version.sql.js';

/** A version without its document. */
export type VersionSummary = Omit<PageVersion, 'document'>;

export type VersionKey = Pick<PageVersion, 'pageId' | 'number'>;

/** The document of a version; null if the documents that were asked for are too large together. */
export interface VersionDocument extends VersionKey {
  document: object | null;
}

/** A page of the versions of one page. */
export interface VersionsOfPage extends KeysetRequest {
  pageId: string;
}

/** Every column but the document. */
const SUMMARY = {
  tenantId: true,
  pageId: true,
  number: true,
  origin: true,
  authorKind: true,
  authorId: true,
  createdAt: true,
} as const;
/** Larger than the number of any version. */
const AFTER_ALL = 2 ** 31 - 1;

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
      .select(Object.keys(SUMMARY).map((column) => `version.${column}`))
      .where('version.tenantId = :tenantId and version.pageId = :pageId', { tenantId, pageId });
    return listKeysetPage(query, ['number'], page);
  }

  /** Without their documents; keys without a version are left out. */
  async listSummaries(tx: EntityManager, tenantId: TenantId, keys: readonly VersionKey[]): Promise<VersionSummary[]> {
    if (keys.length === 0) return [];
    const where = keys.map(({ pageId, number }) => ({ tenantId, pageId, number }));
    return tx.find(PageVersion, { select: SUMMARY, where });
  }

  /** The documents of several versions, which have at most `maxBytes` together. */
  async listDocuments(
    tx: EntityManager,
    tenantId: TenantId,
    keys: readonly VersionKey[],
    maxBytes: number,
  ): Promise<VersionDocument[]> {
    if (keys.length === 0) return [];
    const [pageIds, numbers] = [keys.map(({ pageId }) => pageId), keys.map(({ number }) => number)];
    return many<VersionDocument>(tx, VERSION_DOCUMENTS, [tenantId, pageIds, numbers, maxBytes]);
  }

  /** The same as {@link listPage} for several pages, in one statement and in the order of the requests. */
  async listPages(
    tx: EntityManager,
    tenantId: TenantId,
    requests: readonly VersionsOfPage[],
  ): Promise<KeysetPage<VersionSummary>[]> {
    const rows = await many<VersionSummary & { request: number }>(tx, VERSIONS_OF_PAGES, [
      tenantId,
      requests.map(({ pageId }) => pageId),
      requests.map(({ after }) => after?.[0] ?? AFTER_ALL),
      requests.map(({ limit }) => limit + 1),
    ]);
    const versions = rows.map((row) => ({ ...row, tenantId }));
    return toKeysetPages(requests, versions, ({ number }) => [number]);
  }
}

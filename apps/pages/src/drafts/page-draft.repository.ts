import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { currentOrigin } from '#libs/core/auth';
import { many, type TenantId } from '#libs/core/persistence';
import type { Page } from '../pages/page.entity.js';
import { PageDraft } from './page-draft.entity.js';
import { DRAFT_DOCUMENTS } from './page-draft.sql.js';

export type DraftSummary = Omit<PageDraft, 'document' | 'authorKind' | 'authorId'>;

@Injectable()
export class PageDraftRepository {
  async find(tx: EntityManager, tenantId: TenantId, pageId: string): Promise<PageDraft | null> {
    return tx.findOneBy(PageDraft, { tenantId, pageId });
  }

  async upsert(tx: EntityManager, { tenantId, id }: Page, document: object, baseVersion: number): Promise<PageDraft> {
    const { kind, id: authorId } = currentOrigin().actor;
    const draft = tx.create(PageDraft, {
      tenantId,
      pageId: id,
      document,
      baseVersion,
      authorKind: kind,
      authorId,
      updatedAt: new Date(),
    });
    await tx.upsert(PageDraft, draft, ['tenantId', 'pageId']);
    return draft;
  }

  async delete(tx: EntityManager, { tenantId, id }: Page): Promise<void> {
    await tx.delete(PageDraft, { tenantId, pageId: id });
  }

  /** Without their documents. */
  async listSummaries(tx: EntityManager, tenantId: TenantId, pageIds: readonly string[]): Promise<DraftSummary[]> {
    return tx.find(PageDraft, {
      select: { tenantId: true, pageId: true, baseVersion: true, updatedAt: true },
      where: { tenantId, pageId: In([...pageIds]) },
    });
  }

  /** The documents of several drafts, which have at most `maxBytes` together; those beyond are null. */
  async listDocuments(
    tx: EntityManager,
    tenantId: TenantId,
    pageIds: readonly string[],
    maxBytes: number,
  ): Promise<{ pageId: string; document: object | null }[]> {
    return many(tx, DRAFT_DOCUMENTS, [tenantId, pageIds, maxBytes]);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentOrigin } from '#libs/auth';
import type { TenantId } from '#libs/persistence';
import type { Page } from '../pages/page.entity.js';
import { PageDraft } from './page-draft.entity.js';

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
}

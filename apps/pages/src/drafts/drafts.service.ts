import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import type { PageDocument } from '../document/page-document.js';
import type { Page } from '../pages/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import { PageVersionRepository } from '../pages/page-version.repository.js';
import { draftBase } from './draft-base.js';
import { DraftConflict } from './draft-conflict.js';
import type { PageDraft } from './page-draft.entity.js';
import { PageDraftRepository } from './page-draft.repository.js';

/** State that an author continues from: the draft or, without one, the newest version. */
export interface DraftState {
  document: object;
  base: string;
  baseVersion: number;
  updatedAt: Date;
}

/** The drafts of pages. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly drafts: PageDraftRepository,
    private readonly versions: PageVersionRepository,
  ) {}

  /** @throws Problem NotFound */
  async get(tenantId: TenantId, pageId: string): Promise<DraftState> {
    return this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.find(tx, tenantId, pageId);
      if (!page) throw new Problem('NotFound');
      return this.stateOf(tx, page, await this.drafts.find(tx, tenantId, pageId));
    });
  }

  /**
   * Writes the draft.
   * @param base what the author saw; null: this write wins, and the draft that it replaces is kept as a version
   * @throws Problem NotFound
   * @throws DraftConflict if the author saw something else than what is there
   */
  async write(tenantId: TenantId, pageId: string, document: PageDocument, base: string | null): Promise<DraftState> {
    return this.database.tenant(tenantId, async (tx) => {
      const { page, draft } = await this.lock(tx, tenantId, pageId, base);
      if (draft && base === null && !isDeepStrictEqual(draft.document, document))
        await this.keepAsVersion(tx, page, draft);
      const baseVersion = draft && base !== null ? draft.baseVersion : page.newestVersion;
      const written = await this.drafts.upsert(tx, page, document, baseVersion);
      const draftRevision = page.draftRevision + 1;
      const changed = await this.pages.update(tx, page, { draftRevision, draftIsNewer: true });
      return { document, base: draftBase(changed, true), baseVersion, updatedAt: written.updatedAt };
    });
  }

  /** Removes the draft, if there is one. @throws as {@link write} does */
  async delete(tenantId: TenantId, pageId: string, base: string | null): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const { page, draft } = await this.lock(tx, tenantId, pageId, null);
      if (!draft) return;
      const state = await this.stateOf(tx, page, draft);
      if (base !== null && base !== state.base) throw new DraftConflict(state);
      if (base === null) await this.keepAsVersion(tx, page, draft);
      await this.drafts.delete(tx, page);
      await this.pages.update(tx, page, { draftRevision: page.draftRevision + 1, draftIsNewer: false });
    });
  }

  private async lock(
    tx: EntityManager,
    tenantId: TenantId,
    pageId: string,
    base: string | null,
  ): Promise<{ page: Page; draft: PageDraft | null }> {
    const page = await this.pages.lockForUpdate(tx, tenantId, pageId);
    if (!page) throw new Problem('NotFound');
    const draft = await this.drafts.find(tx, tenantId, pageId);
    if (base !== null && base !== draftBase(page, draft !== null))
      throw new DraftConflict(await this.stateOf(tx, page, draft));
    return { page, draft };
  }

  private async stateOf(tx: EntityManager, page: Page, draft: PageDraft | null): Promise<DraftState> {
    const base = draftBase(page, draft !== null);
    if (draft) return { base, document: draft.document, baseVersion: draft.baseVersion, updatedAt: draft.updatedAt };
    const version = await this.versions.find(tx, page.tenantId, page.id, page.newestVersion);
    if (!version) throw new Error('A page has its newest version');
    return { base, document: version.document, baseVersion: version.number, updatedAt: version.createdAt };
  }

  /** Keeps the document of a draft that is replaced or deleted. */
  private async keepAsVersion(tx: EntityManager, page: Page, { document }: PageDraft): Promise<void> {
    const number = page.lastNumber + 1;
    await this.versions.insert(tx, page, { number, origin: 'replaced', document });
    await this.pages.update(tx, page, { lastNumber: number });
  }
}

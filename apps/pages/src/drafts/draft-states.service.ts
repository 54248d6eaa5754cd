import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type TenantId } from '#libs/core/persistence';
import { PageRepository } from '../pages/page.repository.js';
import { PageVersionRepository } from '../pages/page-version.repository.js';
import { draftBase } from './draft-base.js';
import { PageDraftRepository } from './page-draft.repository.js';

export interface DraftKey {
  pageId: string;
  base: string;
}

/** State that an author continues from (draft or newest version), without the document. */
export interface DraftStateSummary extends DraftKey {
  baseVersion: number;
  updatedAt: Date;
  /** Whether there is a draft; else it is the newest version. */
  isDraft: boolean;
}

export interface DraftDocument extends DraftKey {
  /** Null if the documents that were asked for are too large together. */
  document: object | null;
}

/** The drafts of several pages at once. */
@Injectable()
export class DraftStatesService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly drafts: PageDraftRepository,
    private readonly versions: PageVersionRepository,
  ) {}

  /** Pages that are unknown or deleted are left out. */
  async list(tenantId: TenantId, pageIds: readonly string[]): Promise<DraftStateSummary[]> {
    return this.database.tenant(tenantId, (tx) => this.listIn(tx, tenantId, pageIds));
  }

  /** The documents of states, at most `maxBytes` of them; a state that is no longer there is left out. */
  async listDocuments(tenantId: TenantId, keys: readonly DraftKey[], maxBytes: number): Promise<DraftDocument[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const pageIds = keys.map(({ pageId }) => pageId);
      const states = await this.listIn(tx, tenantId, pageIds);
      const ofDrafts = await this.drafts.listDocuments(tx, tenantId, pageIds, maxBytes);
      const saved = states.filter(({ isDraft }) => !isDraft);
      const versions = saved.map(({ pageId, baseVersion: number }) => ({ pageId, number }));
      const ofVersions = await this.versions.listDocuments(tx, tenantId, versions, maxBytes);
      const documents = new Map([...ofDrafts, ...ofVersions].map(({ pageId, document }) => [pageId, document]));
      return states.map(({ pageId, base }) => ({ pageId, base, document: documents.get(pageId) ?? null }));
    });
  }

  private async listIn(
    tx: EntityManager,
    tenantId: TenantId,
    pageIds: readonly string[],
  ): Promise<DraftStateSummary[]> {
    // First the pages: the base of a draft that changes meanwhile is then one that its next write rejects.
    const pages = await this.pages.listByIds(tx, tenantId, pageIds);
    const drafts = new Map((await this.drafts.listSummaries(tx, tenantId, pageIds)).map((one) => [one.pageId, one]));
    const saved = pages.filter(({ id }) => !drafts.has(id));
    const keys = saved.map(({ id, newestVersion }) => ({ pageId: id, number: newestVersion }));
    const versions = new Map((await this.versions.listSummaries(tx, tenantId, keys)).map((one) => [one.pageId, one]));
    return pages.flatMap((page) => {
      const [draft, version] = [drafts.get(page.id), versions.get(page.id)];
      if (draft) {
        const { baseVersion, updatedAt } = draft;
        return { pageId: page.id, base: draftBase(page, true), baseVersion, updatedAt, isDraft: true };
      }
      if (!version) return [];
      const { number: baseVersion, createdAt: updatedAt } = version;
      return { pageId: page.id, base: draftBase(page, false), baseVersion, updatedAt, isDraft: false };
    });
  }
}

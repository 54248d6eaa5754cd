import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { PageDraftRepository } from '../drafts/page-draft.repository.js';
import { draftBase } from '../drafts/draft-base.js';
import type { Page } from '../pages/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import type { PageDocument } from '../document/page-document.js';
import type { PageVersion } from '../pages/page-version.entity.js';
import {
  PageVersionRepository,
  type VersionDocument,
  type VersionKey,
  type VersionsOfPage,
  type VersionSummary,
} from '../pages/page-version.repository.js';

export interface SavedVersion {
  pageId: string;
  number: number;
  /** Base that the next write of the draft must name. */
  base: string;
}

/** The versions of pages. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly versions: PageVersionRepository,
    private readonly drafts: PageDraftRepository,
  ) {}

  /** Saves a valid document as the newest version. A draft with the same content has become it. @throws Problem NotFound */
  async save(tenantId: TenantId, pageId: string, document: PageDocument): Promise<SavedVersion> {
    return this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.lockForUpdate(tx, tenantId, pageId);
      if (!page) throw new Problem('NotFound');
      return this.saveLocked(tx, page, document);
    });
  }

  /** Saves the draft as the newest version; returns its number. @throws Problem NotFound for a page without a draft */
  async saveDraft(tenantId: TenantId, pageId: string): Promise<number> {
    return this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.lockForUpdate(tx, tenantId, pageId);
      const draft = page && (await this.drafts.find(tx, tenantId, pageId));
      if (!draft) throw new Problem('NotFound');
      return (await this.saveLocked(tx, page, draft.document)).number;
    });
  }

  async find(tenantId: TenantId, pageId: string, number: number): Promise<PageVersion | null> {
    return this.database.tenant(tenantId, (tx) => this.versions.find(tx, tenantId, pageId, number));
  }

  async listPage(tenantId: TenantId, pageId: string, page: KeysetRequest): Promise<KeysetPage<VersionSummary>> {
    return this.database.tenant(tenantId, (tx) => this.versions.listPage(tx, tenantId, pageId, page));
  }

  /** Without their documents; keys without a version are left out. */
  async listSummaries(tenantId: TenantId, keys: readonly VersionKey[]): Promise<VersionSummary[]> {
    return this.database.tenant(tenantId, (tx) => this.versions.listSummaries(tx, tenantId, keys));
  }

  async listDocuments(tenantId: TenantId, keys: readonly VersionKey[], maxBytes: number): Promise<VersionDocument[]> {
    return this.database.tenant(tenantId, (tx) => this.versions.listDocuments(tx, tenantId, keys, maxBytes));
  }

  /** A page of versions for each request, in their order. */
  async listPages(tenantId: TenantId, requests: readonly VersionsOfPage[]): Promise<KeysetPage<VersionSummary>[]> {
    return this.database.tenant(tenantId, (tx) => this.versions.listPages(tx, tenantId, requests));
  }

  /** Saves the document of a page whose row the transaction has locked. */
  private async saveLocked(tx: EntityManager, page: Page, document: object): Promise<SavedVersion> {
    const number = page.lastNumber + 1;
    await this.versions.insert(tx, page, { number, origin: 'saved', document });
    const draft = await this.drafts.find(tx, page.tenantId, page.id);
    const isSaved = draft !== null && isDeepStrictEqual(draft.document, document);
    if (isSaved) await this.drafts.delete(tx, page);
    const changes = { newestVersion: number, lastNumber: number, draftIsNewer: false };
    const saved = await this.pages.update(tx, page, changes);
    return { pageId: page.id, number, base: draftBase(saved, draft !== null && !isSaved) };
  }
}

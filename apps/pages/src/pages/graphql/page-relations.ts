import { Injectable } from '@nestjs/common';
import { TenantLoader, TenantPagesLoader } from '#libs/graphql';
import type { SiteDomain } from '#libs/sites';
import { DomainsService } from '../../domains/domains.service.js';
import {
  DraftStatesService,
  type DraftDocument,
  type DraftKey,
  type DraftStateSummary,
} from '../../drafts/draft-states.service.js';
import type {
  VersionDocument,
  VersionKey,
  VersionsOfPage,
  VersionSummary,
} from '../../versions/page-version.repository.js';
import { VersionsService } from '../../versions/versions.service.js';

/** Documents that one answer may hold; the answer itself ends at the same size. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** Loads the domains, drafts and versions of pages, each for all pages of a list at once. */
@Injectable()
export class PageRelations {
  readonly domains: TenantLoader<string, SiteDomain>;
  readonly drafts: TenantLoader<string, DraftStateSummary>;
  readonly draftDocuments: TenantLoader<DraftKey, DraftDocument>;
  readonly versions: TenantLoader<VersionKey, VersionSummary>;
  readonly versionDocuments: TenantLoader<VersionKey, VersionDocument>;
  readonly versionsOfPages: TenantPagesLoader<VersionsOfPage, VersionSummary>;

  constructor(domains: DomainsService, drafts: DraftStatesService, versions: VersionsService) {
    this.domains = new TenantLoader(
      (tenantId, ids) => domains.listByIds(tenantId, ids),
      ({ id }) => id,
    );
    this.drafts = new TenantLoader(
      (tenantId, pageIds) => drafts.list(tenantId, pageIds),
      ({ pageId }) => pageId,
    );
    this.draftDocuments = new TenantLoader(
      (tenantId, keys) => drafts.listDocuments(tenantId, keys, MAX_DOCUMENT_BYTES),
      ({ pageId, base }) => ({ pageId, base }),
    );
    this.versions = new TenantLoader((tenantId, keys) => versions.listSummaries(tenantId, keys), versionKey);
    this.versionDocuments = new TenantLoader(
      (tenantId, keys) => versions.listDocuments(tenantId, keys, MAX_DOCUMENT_BYTES),
      versionKey,
    );
    this.versionsOfPages = new TenantPagesLoader((tenantId, requests) => versions.listPages(tenantId, requests));
  }
}

export const versionKey = ({ pageId, number }: VersionKey): VersionKey => ({ pageId, number });

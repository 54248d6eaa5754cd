import { Injectable } from '@nestjs/common';
import { TenantLoader, TenantPagesLoader } from '#libs/core/graphql';
import { MAX_DOCUMENT_BYTES } from '../../graphql/found-document.js';
import type {
  VersionDocument,
  VersionKey,
  VersionsOfPage,
  VersionSummary,
} from '../../pages/page-version.repository.js';
import { VersionsService } from '../versions.service.js';

/** Loads the versions of pages and their documents, for all pages of a list at once. */
@Injectable()
export class VersionRelations {
  readonly versions: TenantLoader<VersionKey, VersionSummary>;
  readonly documents: TenantLoader<VersionKey, VersionDocument>;
  readonly versionsOfPages: TenantPagesLoader<VersionsOfPage, VersionSummary>;

  constructor(versions: VersionsService) {
    this.versions = new TenantLoader((tenantId, keys) => versions.listSummaries(tenantId, keys), keyOf);
    this.documents = new TenantLoader(
      (tenantId, keys) => versions.listDocuments(tenantId, keys, MAX_DOCUMENT_BYTES),
      keyOf,
    );
    this.versionsOfPages = new TenantPagesLoader((tenantId, requests) => versions.listPages(tenantId, requests));
  }
}

const keyOf = ({ pageId, number }: VersionKey): VersionKey => ({ pageId, number });

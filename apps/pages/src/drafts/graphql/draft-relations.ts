import { Injectable } from '@nestjs/common';
import { TenantLoader } from '#libs/core/graphql';
import { MAX_DOCUMENT_BYTES } from '../../graphql/found-document.js';
import {
  DraftStatesService,
  type DraftDocument,
  type DraftKey,
  type DraftStateSummary,
} from '../draft-states.service.js';

/** Loads the drafts of pages and their documents, for all pages of a list at once. */
@Injectable()
export class DraftRelations {
  /** Drafts by the id of their page. */
  readonly drafts: TenantLoader<string, DraftStateSummary>;
  readonly documents: TenantLoader<DraftKey, DraftDocument>;

  constructor(drafts: DraftStatesService) {
    this.drafts = new TenantLoader(
      (tenantId, pageIds) => drafts.list(tenantId, pageIds),
      ({ pageId }) => pageId,
    );
    this.documents = new TenantLoader(
      (tenantId, keys) => drafts.listDocuments(tenantId, keys, MAX_DOCUMENT_BYTES),
      ({ pageId, base }) => ({ pageId, base }),
    );
  }
}

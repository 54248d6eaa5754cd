import { APP_EVENT_ENTITIES } from '#libs/app-events';
import { AUDIT_ENTITIES } from '#libs/audit';
import { FORM_ENTITIES } from '#libs/forms';
import { IDEMPOTENCY_ENTITIES } from '#libs/idempotency';
import { OUTBOX_ENTITIES } from '#libs/jobs';
import { MEDIA_ENTITIES } from '#libs/media';
import type { Entities } from '#libs/persistence';
import { TENANT_REMOVAL_ENTITIES } from '#libs/data-rights';
import { SITE_ENTITIES } from '#libs/sites';
import { BLOB_ENTITIES } from '#libs/storage';
import { PageDraft } from './drafts/page-draft.entity.js';
import { Page } from './pages/page.entity.js';
import { PageVersion } from './pages/page-version.entity.js';

/** The tables of Pages. */
export const ENTITIES: Entities = [
  ...APP_EVENT_ENTITIES,
  ...AUDIT_ENTITIES,
  ...BLOB_ENTITIES,
  ...FORM_ENTITIES,
  ...IDEMPOTENCY_ENTITIES,
  ...MEDIA_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...TENANT_REMOVAL_ENTITIES,
  ...SITE_ENTITIES,
  Page,
  PageVersion,
  PageDraft,
];

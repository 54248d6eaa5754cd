import { APP_EVENT_ENTITIES } from '#libs/core/app-events';
import { AUDIT_ENTITIES } from '#libs/core/audit';
import { EXPERIMENT_ENTITIES } from '#libs/sites/experiments';
import { FORM_ENTITIES } from '#libs/sites/forms';
import { IDEMPOTENCY_ENTITIES } from '#libs/core/idempotency';
import { OUTBOX_ENTITIES } from '#libs/core/jobs';
import { REPLAY_ENTITIES } from '#libs/sites/replay';
import { MEDIA_ENTITIES, SITE_ENTITIES } from '#libs/sites/sites';
import { TAG_ENTITIES } from '#libs/sites/tags';
import { TRAFFIC_ENTITIES } from '#libs/sites/traffic';
import type { Entities } from '#libs/core/persistence';
import { TENANT_REMOVAL_ENTITIES } from '#libs/privacy/data-rights';
import { BLOB_ENTITIES } from '#libs/core/storage';
import { PageDraft } from './drafts/page-draft.entity.js';
import { FormNotice } from './form-notices/form-notice.entity.js';
import { LeadNotice } from './form-notices/lead-notice.entity.js';
import { Page } from './pages/page.entity.js';
import { PageVersion } from './pages/page-version.entity.js';
import { ReportView } from './saved-views/report-view.entity.js';

/** The tables of Pages. */
export const ENTITIES: Entities = [
  ...APP_EVENT_ENTITIES,
  ...AUDIT_ENTITIES,
  ...BLOB_ENTITIES,
  ...EXPERIMENT_ENTITIES,
  ...FORM_ENTITIES,
  ...IDEMPOTENCY_ENTITIES,
  ...MEDIA_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...REPLAY_ENTITIES,
  ...TENANT_REMOVAL_ENTITIES,
  ...SITE_ENTITIES,
  ...TAG_ENTITIES,
  ...TRAFFIC_ENTITIES,
  FormNotice,
  LeadNotice,
  Page,
  PageVersion,
  PageDraft,
  ReportView,
];

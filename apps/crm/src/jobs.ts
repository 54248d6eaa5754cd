import { APP_EVENT_JOB } from '#libs/core/app-events';
import { type Jobs, kindsOf } from '#libs/core/jobs';
import type { DeliverWebhook } from '#libs/messaging/webhooks';
import { DELIVER_JOB } from './destinations/delivery/destination-job.js';
import { CLEAR_FIELD_JOB, type ClearField } from './fields/custom-field-jobs.js';
import { WRITE_EXPORT_JOB, type WriteExport } from './exports/export-jobs.js';
import { CONTACTS_CHANGED_JOB, type TellContactsChanged } from './contact-changes/contacts-changed-job.js';
import { FIND_TWINS_JOB, type FindTwins } from './contacts/find-twins-job.js';
import { RUN_IMPORT_JOB, type RunImport, UNDO_IMPORT_JOB, type UndoImport } from './imports/import-jobs.js';
import { SETTLE_JOURNEY_JOB, type SettleJourney } from './journeys/enrollments/settle-job.js';
import { LEAD_CAPTURED_JOB, type LeadToTell } from './leads/lead-captured-job.js';

import { FILL_SEGMENT_JOB, type FillSegment } from './segments/segment-jobs.js';
import { SCORE_CONTACTS_JOB, type ScoreContacts } from './scores/score-jobs.js';

/** The jobs of the CRM: kind → payload. */
interface CrmJobs {
  [DELIVER_JOB]: DeliverWebhook;
  [CLEAR_FIELD_JOB]: ClearField;
  [CONTACTS_CHANGED_JOB]: TellContactsChanged;
  [FILL_SEGMENT_JOB]: FillSegment;
  [FIND_TWINS_JOB]: FindTwins;
  [LEAD_CAPTURED_JOB]: LeadToTell;
  [RUN_IMPORT_JOB]: RunImport;
  [SETTLE_JOURNEY_JOB]: SettleJourney;
  [UNDO_IMPORT_JOB]: UndoImport;
  [SCORE_CONTACTS_JOB]: ScoreContacts;
  [WRITE_EXPORT_JOB]: WriteExport;
}

declare module '#libs/core/jobs' {
  interface Jobs extends CrmJobs {}
}

export const JOB_KINDS = kindsOf<CrmJobs & Pick<Jobs, typeof APP_EVENT_JOB>>({
  [APP_EVENT_JOB]: true,
  [CLEAR_FIELD_JOB]: true,
  [CONTACTS_CHANGED_JOB]: true,
  [FILL_SEGMENT_JOB]: true,
  [DELIVER_JOB]: true,
  [FIND_TWINS_JOB]: true,
  [LEAD_CAPTURED_JOB]: true,
  [RUN_IMPORT_JOB]: true,
  [SETTLE_JOURNEY_JOB]: true,
  [UNDO_IMPORT_JOB]: true,
  [SCORE_CONTACTS_JOB]: true,
  [WRITE_EXPORT_JOB]: true,
});

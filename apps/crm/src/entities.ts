import { APP_EVENT_ENTITIES } from '#libs/core/app-events';
import { AUDIT_ENTITIES } from '#libs/core/audit';
import { OUTBOX_ENTITIES } from '#libs/core/jobs';
import type { Entities } from '#libs/core/persistence';
import { TENANT_REMOVAL_ENTITIES } from '#libs/privacy/data-rights';
import { BLOB_ENTITIES } from '#libs/core/storage';
import { AccountSettings } from './account-settings/account-settings.entity.js';
import { CompanyPerson } from './companies/company-person.entity.js';
import { Alert } from './alerts/alert.entity.js';
import { AlertEvent } from './alerts/alert-event.entity.js';
import { Company } from './companies/company.entity.js';
import { LoggedContactChange } from './contact-changes/contact-change.entity.js';
import { ContactWatch } from './contact-changes/contact-watch.entity.js';
import { ContactExport } from './contact-list/contact-export.entity.js';
import { ContactExportFile } from './exports/contact-export-file.entity.js';
import { ContactIdentifier } from './identifiers/contact-identifier.entity.js';
import { Contact } from './contacts/contact.entity.js';
import { CustomField } from './custom-fields/custom-field.entity.js';
import { ConsentChange } from './consent/consent-change.entity.js';
import { MergeSuggestion } from './duplicates/merge-suggestion.entity.js';
import { LeadCount } from './lead-counts/lead-count.entity.js';
import { DestinationDelivery } from './destinations/destination-delivery.entity.js';
import { Destination } from './destinations/destination.entity.js';
import { LeadReceipt } from './leads/lead-receipt.entity.js';
import { ContactImportChange } from './imports/undo/contact-import-change.entity.js';
import { ContactImportError } from './imports/contact-import-error.entity.js';
import { ContactImport } from './imports/contact-import.entity.js';
import { ContactEventDay } from './event-days/contact-event-day.entity.js';
import { ErasedIdentifier } from './erasure/erased-identifier.entity.js';
import { ErasureRequest } from './erasure-requests/erasure-request.entity.js';
import { ContactMessageDay } from './journeys/effects/contact-message-day.entity.js';
import { Enrollment } from './journeys/enrollments/enrollment.entity.js';
import { EnrollmentStep } from './journeys/enrollments/enrollment-step.entity.js';
import { Journey } from './journeys/definition/journey.entity.js';
import { JourneyCount } from './journeys/figures/journey-count.entity.js';
import { JourneyVersion } from './journeys/versions/journey-version.entity.js';
import { MessagingSettings } from './journeys/settings/messaging-settings.entity.js';
import { TenantKey } from './keys/tenant-key.entity.js';
import { ToldMessageChange } from './message-reports/told-message.entity.js';
import { RecipientNoticeTime } from './recipient-notices/recipient-notice.entity.js';
import { RetentionPolicy } from './retention/retention-policy.entity.js';
import { Segment } from './segments/segment.entity.js';
import { SegmentMember } from './segments/segment-member.entity.js';
import { ScoreRules } from './scores/score-rules.entity.js';
import { SavedView } from './saved-views/saved-view.entity.js';
import { ContactMerge } from './contacts/contact-merge.entity.js';
import { Activity } from './timeline/activity.entity.js';

/** The tables of the CRM. */
export const ENTITIES: Entities = [
  ...APP_EVENT_ENTITIES,
  ...AUDIT_ENTITIES,
  ...BLOB_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...TENANT_REMOVAL_ENTITIES,
  AccountSettings,
  Activity,
  Alert,
  AlertEvent,
  Company,
  CompanyPerson,
  Contact,
  ContactEventDay,
  ContactExport,
  ContactExportFile,
  ContactIdentifier,
  ContactMerge,
  ContactWatch,
  CustomField,
  ConsentChange,
  LeadCount,
  Destination,
  DestinationDelivery,
  LeadReceipt,
  LoggedContactChange,
  MergeSuggestion,
  ContactImport,
  ContactImportChange,
  ContactImportError,
  ErasedIdentifier,
  ErasureRequest,
  RecipientNoticeTime,
  RetentionPolicy,
  SavedView,
  ScoreRules,
  Segment,
  SegmentMember,
  TenantKey,
  ContactMessageDay,
  Enrollment,
  EnrollmentStep,
  Journey,
  JourneyCount,
  JourneyVersion,
  MessagingSettings,
  ToldMessageChange,
];

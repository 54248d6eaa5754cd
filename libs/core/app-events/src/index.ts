/** Events between apps: declared, kept with the commit, delivered and handled once. */

import type { CataloguedEvents } from './catalogue/catalogue.js';

export type { AppEvent, AppEventType } from './app-event.js';
export { APP_EVENT_JOB } from './app-event.js';
export { AppEventsModule, type AppEventsOptions } from './app-events.module.js';
export { AppEventSender } from './app-event-sender.js';
export { APP_EVENT_CATALOGUE } from './catalogue/catalogue.js';
export { type ConsentNotice, MAX_CONSENT_NOTICES } from './catalogue/consent-events.js';
export { type ContactChange, MAX_CONTACT_CHANGES } from './catalogue/contact-events.js';
export type { VerifiedDomain } from './catalogue/domain-events.js';
export type { ErasedContact } from './catalogue/erasure-events.js';
export { type JoinedList, MAX_REQUESTED_MESSAGES, type RequestedMessages } from './catalogue/journey-events.js';
export type { CapturedLead, LeadAttribution, LeadValue } from './catalogue/lead-events.js';
export {
  type AnnouncedLead,
  type AnsweredLead,
  LEAD_MAIL_FAULTS,
  type LeadMailFault,
  MAX_NOTIFIED_MEMBERS,
} from './catalogue/lead-mail-events.js';
export {
  EMAIL_STATUSES,
  type EmailStatus,
  FIELD_TYPES,
  type FieldType,
  LEAD_SOURCES,
  type LeadSource,
  LEGAL_BASES,
  type LegalBasis,
} from './catalogue/lead-values.js';
export {
  MAX_MESSAGE_REPORTS,
  type MessageReport,
  type MessageReportChange,
} from './catalogue/message-report-events.js';
export {
  MAX_RECIPIENT_NOTICES,
  type RecipientChange,
  type RecipientNotice,
  type RecipientSource,
} from './catalogue/recipient-events.js';
export { MAX_REPORTED_VISITS, type ReportedVisit } from './catalogue/visit-events.js';
export { MAX_SEGMENT_MEMBERS, type SegmentMemberState } from './catalogue/segment-events.js';
export { APP_EVENT_ENTITIES } from './entities.js';
export { appEventsSql } from './app-events-schema.js';
export { type DeliveredEvent, OnAppEventDelivered } from './on-app-event-delivered.js';
export { OnAppEvent, OnAppEvents } from './on-app-event.js';

/** Events between apps: type → payload, as the catalogue has them. Only tests add their own, by declaration merging. */
export interface AppEvents extends CataloguedEvents {}

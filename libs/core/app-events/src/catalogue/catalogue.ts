import type { PayloadOf } from './app-event-definition.js';
import { CONSENT_CHANGED } from './consent-events.js';
import { CONTACT_PROMOTED, CONTACTS_CHANGED } from './contact-events.js';
import { MAIL_DOMAIN_VERIFIED, PLATFORM_DOMAIN_RECEIVING, PLATFORM_DOMAIN_VERIFIED } from './domain-events.js';
import { CONTACT_ERASED, ERASURE_REQUESTED } from './erasure-events.js';
import { LIST_JOINED, MESSAGES_REQUESTED } from './journey-events.js';
import { SEGMENT_LIST_ENDED, SEGMENT_MEMBERS_CHANGED } from './segment-events.js';
import { LEAD_CAPTURED, LEAD_CONFIRMED, LEAD_EMAIL_CHECKED, LEAD_RETRACTED } from './lead-events.js';
import { LEAD_ANNOUNCED, LEAD_ANSWERED, LEAD_MAIL_SETTLED } from './lead-mail-events.js';
import { MESSAGES_REPORTED } from './message-report-events.js';
import { RECIPIENTS_CHANGED } from './recipient-events.js';
import { TENANT_DELETED, TENANT_REMOVED } from './tenant-events.js';
import { VISITS_REPORTED } from './visit-events.js';
import { WEBHOOK_DISABLED } from './webhook-events.js';

/** Every event between apps. */
export const APP_EVENT_CATALOGUE = [
  CONSENT_CHANGED,
  CONTACT_ERASED,
  CONTACT_PROMOTED,
  CONTACTS_CHANGED,
  ERASURE_REQUESTED,
  LIST_JOINED,
  SEGMENT_LIST_ENDED,
  SEGMENT_MEMBERS_CHANGED,
  MESSAGES_REQUESTED,
  TENANT_DELETED,
  MAIL_DOMAIN_VERIFIED,
  LEAD_CAPTURED,
  LEAD_CONFIRMED,
  LEAD_EMAIL_CHECKED,
  LEAD_RETRACTED,
  LEAD_ANNOUNCED,
  LEAD_ANSWERED,
  LEAD_MAIL_SETTLED,
  MESSAGES_REPORTED,
  PLATFORM_DOMAIN_RECEIVING,
  PLATFORM_DOMAIN_VERIFIED,
  RECIPIENTS_CHANGED,
  WEBHOOK_DISABLED,
  TENANT_REMOVED,
  VISITS_REPORTED,
] as const;

type Definition = (typeof APP_EVENT_CATALOGUE)[number];

/** Payloads by the types of their events. */
export type CataloguedEvents = { [D in Definition as D['type']]: PayloadOf<D> };

/** The apps that receive events of a type. */
export type ReceiverOf<T extends string> = [Extract<Definition, { type: T }>] extends [never]
  ? string
  : Extract<Definition, { type: T }>['to'][number];

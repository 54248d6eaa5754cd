import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { FLAG, ID, ID_OR_NULL, TEXT, TEXT_OR_NULL, TIME } from './schemas.js';

/** Most members whom a form tells of its leads. */
export const MAX_NOTIFIED_MEMBERS = 20;

/** Reasons for which a mail about a lead was not sent. */
export const LEAD_MAIL_FAULTS = [
  'domain-not-verified',
  'no-sender',
  'over-quota',
  'rejected',
  'suppressed',
  'template-unusable',
] as const;

/** Members of the tenant are to hear of a lead, or of several at once. Platform asks for their addresses when it sends. */
export const LEAD_ANNOUNCED = defineAppEvent({
  type: 'pages.lead.announced',
  version: 1,
  from: ['pages'],
  to: ['platform'],
  schema: {
    type: 'object',
    required: ['key', 'formId', 'leadId', 'memberIds', 'mail', 'reportsSuccess'],
    properties: {
      /** The same for the same announcement: each member gets one mail of it. */
      key: ID,
      formId: ID,
      /** Null for a digest of several. */
      leadId: ID_OR_NULL,
      memberIds: { type: 'array', maxItems: MAX_NOTIFIED_MEMBERS, items: ID },
      mail: {
        type: 'object',
        required: ['subject', 'text', 'html', 'replyTo'],
        properties: { subject: TEXT, text: TEXT, html: TEXT, replyTo: TEXT_OR_NULL },
      },
      /** Whether the sender wants to hear that the mail could be sent, too. */
      reportsSuccess: FLAG,
    },
  },
  example: {
    key: 'led_0000000000000001',
    formId: 'frm_0000000000000001',
    leadId: 'led_0000000000000001',
    memberIds: ['usr_0000000000000001'],
    mail: { subject: 'Novo lead', text: 'Nome: Ana', html: '<p>Nome: Ana</p>', replyTo: 'ana@example.test' },
    reportsSuccess: false,
  },
});

/** A visitor is to get the automatic answer of a form. */
export const LEAD_ANSWERED = defineAppEvent({
  type: 'pages.lead.answered',
  version: 1,
  from: ['pages'],
  to: ['platform'],
  schema: {
    type: 'object',
    required: ['formId', 'leadId', 'email', 'templateId', 'sender', 'data', 'reportsSuccess'],
    properties: {
      formId: ID,
      leadId: ID,
      email: TEXT,
      templateId: ID,
      /** Parts of the sender; null is the tenant's name, and an address of its verified domain. */
      sender: {
        type: 'object',
        required: ['name', 'address'],
        properties: { name: TEXT_OR_NULL, address: TEXT_OR_NULL },
      },
      /** Variables of the template. */
      data: {
        type: 'object',
        required: ['form', 'page', 'name', 'email', 'fields'],
        properties: {
          form: TEXT,
          page: TEXT,
          name: TEXT,
          email: TEXT,
          /** Values by the names of the form's fields. */
          fields: {
            type: 'array',
            items: { type: 'object', required: ['name', 'value'], properties: { name: TEXT, value: TEXT } },
          },
        },
      },
      reportsSuccess: FLAG,
    },
  },
  example: {
    formId: 'frm_0000000000000001',
    leadId: 'led_0000000000000001',
    email: 'ana@example.test',
    templateId: 'tpl_0000000000000001',
    sender: { name: 'Clareira', address: 'hello@example.test' },
    data: {
      form: 'Boletim',
      page: 'Lançamento',
      name: 'Ana',
      email: 'ana@example.test',
      fields: [{ name: 'nome', value: 'Ana' }],
    },
    reportsSuccess: false,
  },
});

/** A mail about a lead was sent, or could not be. */
export const LEAD_MAIL_SETTLED = defineAppEvent({
  type: 'platform.lead-mail.settled',
  version: 1,
  from: ['platform'],
  to: ['pages'],
  schema: {
    type: 'object',
    required: ['kind', 'formId', 'leadId', 'fault', 'detail', 'settledAt'],
    properties: {
      /** A notice goes to a member, an answer to the visitor. */
      kind: { type: 'string', enum: ['notice', 'answer'] },
      formId: ID,
      leadId: ID_OR_NULL,
      /** Null if it was sent. */
      fault: { type: ['string', 'null'], enum: [...LEAD_MAIL_FAULTS, null] },
      /** Part of the template that is at fault; no address and no value. */
      detail: TEXT_OR_NULL,
      settledAt: TIME,
    },
  },
  example: {
    kind: 'answer',
    formId: 'frm_0000000000000001',
    leadId: 'led_0000000000000001',
    fault: 'template-unusable',
    detail: 'TemplateId does not exist',
    settledAt: '2026-08-28T12:00:01.000Z',
  },
});

export type AnnouncedLead = PayloadOf<typeof LEAD_ANNOUNCED>;

export type AnsweredLead = PayloadOf<typeof LEAD_ANSWERED>;

export type LeadMailFault = (typeof LEAD_MAIL_FAULTS)[number];

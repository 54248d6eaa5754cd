import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { EMAIL_STATUSES, FIELD_TYPES, LEAD_SOURCES, LEGAL_BASES } from './lead-values.js';
import { FLAG, ID, ID_OR_NULL, TEXT, TEXT_OR_NULL, TIME, TIME_OR_NULL } from './schemas.js';

/** A lead as the CRM is told of it: all that it needs to make or find the contact, without asking back. */
export const LEAD_CAPTURED = defineAppEvent({
  type: 'pages.lead.captured',
  version: 1,
  from: ['pages', 'runtime'],
  to: ['crm'],
  schema: {
    type: 'object',
    required: [
      'leadId',
      'formId',
      'formName',
      'pageId',
      'source',
      'externalId',
      'fields',
      'consent',
      'origin',
      'address',
      'userAgent',
      'occurredAt',
      'receivedAt',
    ],
    properties: {
      leadId: ID,
      formId: ID,
      formName: TEXT,
      pageId: ID_OR_NULL,
      source: { type: 'string', enum: LEAD_SOURCES },
      externalId: TEXT_OR_NULL,
      fields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'label', 'type', 'contactField', 'value'],
          properties: {
            name: TEXT,
            label: TEXT,
            type: { type: 'string', enum: FIELD_TYPES },
            contactField: TEXT_OR_NULL,
            /** As it is kept: numbers and dates in one form, telephone numbers in E.164, files by their name. */
            value: { anyOf: [TEXT, { type: 'number' }, FLAG, { type: 'array', items: TEXT }] },
          },
        },
      },
      consent: {
        type: 'object',
        required: ['given', 'text', 'legalBasis', 'confirmation'],
        properties: {
          given: FLAG,
          text: TEXT_OR_NULL,
          legalBasis: { type: 'string', enum: LEGAL_BASES },
          /** Null if the form asks for no confirmation by e-mail. */
          confirmation: {
            anyOf: [
              { type: 'null' },
              {
                type: 'object',
                required: ['askedAt', 'confirmedAt', 'address'],
                properties: { askedAt: TIME, confirmedAt: TIME_OR_NULL, address: TEXT_OR_NULL },
              },
            ],
          },
        },
      },
      /** Page and campaign that the person came from. */
      origin: {
        type: 'object',
        properties: {
          url: TEXT,
          referrer: TEXT,
          utm_source: TEXT,
          utm_medium: TEXT,
          utm_campaign: TEXT,
          utm_term: TEXT,
          utm_content: TEXT,
        },
      },
      address: TEXT_OR_NULL,
      userAgent: TEXT_OR_NULL,
      occurredAt: TIME,
      receivedAt: TIME,
    },
  },
  example: {
    leadId: 'led_0000000000000001',
    formId: 'frm_0000000000000001',
    formName: 'Boletim',
    pageId: 'pag_0000000000000001',
    source: 'pagina',
    externalId: null,
    fields: [
      { name: 'email', label: 'E-mail', type: 'email', contactField: 'email', value: 'ana@example.test' },
      { name: 'temas', label: 'Temas', type: 'multipla_escolha', contactField: null, value: ['a', 'b'] },
    ],
    consent: {
      given: true,
      text: 'Aceito receber novidades.',
      legalBasis: 'consentimento',
      confirmation: { askedAt: '2026-08-28T12:00:01.000Z', confirmedAt: null, address: null },
    },
    origin: { url: 'https://example.test/', utm_source: 'boletim' },
    address: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    occurredAt: '2026-08-28T12:00:00.000Z',
    receivedAt: '2026-08-28T12:00:01.000Z',
  },
});

/** A later check of the address of a captured lead has a result. */
export const LEAD_EMAIL_CHECKED = defineAppEvent({
  type: 'pages.lead.email-checked',
  version: 1,
  from: ['pages', 'runtime'],
  to: ['crm'],
  schema: {
    type: 'object',
    required: ['leadId', 'emailStatus'],
    properties: { leadId: ID, emailStatus: { type: 'string', enum: EMAIL_STATUSES } },
  },
  example: { leadId: 'led_0000000000000001', emailStatus: 'ok' },
});

/** Its consent was confirmed by the link in a mail to its address. */
export const LEAD_CONFIRMED = defineAppEvent({
  type: 'pages.lead.confirmed',
  version: 1,
  from: ['pages', 'runtime'],
  to: ['crm'],
  schema: {
    type: 'object',
    required: ['leadId', 'confirmedAt', 'address'],
    properties: {
      leadId: ID,
      confirmedAt: TIME,
      /** The IP address that confirmed. */
      address: TEXT_OR_NULL,
    },
  },
  example: { leadId: 'led_0000000000000001', confirmedAt: '2026-08-28T12:05:00.000Z', address: '192.0.2.1' },
});

/** A lead that was sent turned out to be spam. */
export const LEAD_RETRACTED = defineAppEvent({
  type: 'pages.lead.retracted',
  version: 1,
  from: ['pages'],
  to: ['crm'],
  schema: { type: 'object', required: ['leadId'], properties: { leadId: ID } },
  example: { leadId: 'led_0000000000000001' },
});

export type CapturedLead = PayloadOf<typeof LEAD_CAPTURED>;

/** An answer to a field of a form. */
export type LeadValue = CapturedLead['fields'][number]['value'];

/** Page and campaign that a person came from. */
export type LeadAttribution = CapturedLead['origin'];

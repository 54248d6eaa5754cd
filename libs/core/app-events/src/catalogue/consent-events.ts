import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ADDRESS_CHANNEL, FLAG, TEXT } from './schemas.js';

/** Most notices in one event. */
export const MAX_CONSENT_NOTICES = 100;

/** A contact withdrew a consent, or gave it again. */
export const CONSENT_CHANGED = defineAppEvent({
  type: 'crm.consent.changed',
  version: 1,
  from: ['crm'],
  to: ['platform'],
  schema: {
    type: 'object',
    required: ['notices'],
    properties: {
      notices: {
        type: 'array',
        maxItems: MAX_CONSENT_NOTICES,
        items: {
          type: 'object',
          required: ['channel', 'address', 'suppressed'],
          properties: {
            channel: ADDRESS_CHANNEL,
            address: TEXT,
            suppressed: FLAG,
            /** True if the person proved a new consent; only that lifts what an erasure holds back. */
            confirmed: FLAG,
          },
        },
      },
    },
  },
  example: { notices: [{ channel: 'email', address: 'ana@example.test', suppressed: false, confirmed: true }] },
});

/** An address to which a contact of the CRM allows no messages any more, or allows them again. */
export type ConsentNotice = PayloadOf<typeof CONSENT_CHANGED>['notices'][number];

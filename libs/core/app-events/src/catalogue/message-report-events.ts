import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ADDRESS_CHANNEL, ID, TEXT, TIME } from './schemas.js';

/** Most reports in one event. */
export const MAX_MESSAGE_REPORTS = 100;

/** Something happened to messages that were sent to people: not to devices, and no opens and clicks of programs. */
export const MESSAGES_REPORTED = defineAppEvent({
  type: 'platform.messages.reported',
  version: 1,
  from: ['platform'],
  to: ['crm'],
  schema: {
    type: 'object',
    required: ['reports'],
    properties: {
      reports: {
        type: 'array',
        maxItems: MAX_MESSAGE_REPORTS,
        items: {
          type: 'object',
          required: ['messageId', 'channel', 'address', 'change', 'occurredAt'],
          properties: {
            messageId: ID,
            channel: ADDRESS_CHANNEL,
            /** Lower case, or E.164. */
            address: TEXT,
            /** One report of a change does not mean that those before it were told. */
            change: {
              type: 'string',
              enum: ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'unsubscribed', 'complained', 'failed'],
            },
            occurredAt: TIME,
            /** Subject of a mail. */
            subject: TEXT,
            /** Link that was clicked. */
            url: TEXT,
            /** Purpose of the message, as the CRM named it when it asked for it: `<enrollment>/<seq>`. */
            origin: TEXT,
            /** Reason for which a message that the CRM asked for was not sent; of `failed`. */
            reason: TEXT,
          },
        },
      },
    },
  },
  example: {
    reports: [
      {
        messageId: 'eml_0000000000000001',
        channel: 'email',
        address: 'ana@example.test',
        change: 'clicked',
        occurredAt: '2026-08-28T12:00:00.000Z',
        subject: 'Boas-vindas',
        url: 'https://example.test/curso',
        origin: '0198f0e4-0000-7000-8000-000000000001/3',
        reason: 'suppressed',
      },
    ],
  },
});

export type MessageReport = PayloadOf<typeof MESSAGES_REPORTED>['reports'][number];

export type MessageReportChange = MessageReport['change'];

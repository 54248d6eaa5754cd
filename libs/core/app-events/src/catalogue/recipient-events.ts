import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ADDRESS_CHANNEL, FLAG, TEXT, TIME } from './schemas.js';

/** Most notices in one event. */
export const MAX_RECIPIENT_NOTICES = 100;

/** Recipients unsubscribed, complained or came back, or their addresses bounced for good: for all messages, not for one topic. */
export const RECIPIENTS_CHANGED = defineAppEvent({
  type: 'platform.recipients.changed',
  version: 1,
  from: ['platform'],
  to: ['crm'],
  schema: {
    type: 'object',
    required: ['notices'],
    properties: {
      notices: {
        type: 'array',
        maxItems: MAX_RECIPIENT_NOTICES,
        items: {
          type: 'object',
          required: ['channel', 'address', 'change', 'source', 'isDomainGone', 'occurredAt'],
          properties: {
            channel: ADDRESS_CHANNEL,
            /** Lower case, or E.164. */
            address: TEXT,
            /** Decided by the recipient for a channel, or found out of its address. */
            change: { type: 'string', enum: ['unsubscribed', 'complained', 'resubscribed', 'bounced'] },
            /** How Platform learns of it: a mail, its page of choices, a report, a text, a double opt-in, or the account. */
            source: { type: 'string', enum: ['link', 'preferences', 'report', 'text', 'confirmation', 'api'] },
            /** True if the domain of a bounced address does not exist, or takes no mail at all. */
            isDomainGone: FLAG,
            occurredAt: TIME,
          },
        },
      },
    },
  },
  example: {
    notices: [
      {
        channel: 'email',
        address: 'ana@example.test',
        change: 'unsubscribed',
        source: 'link',
        isDomainGone: false,
        occurredAt: '2026-08-28T12:00:00.000Z',
      },
    ],
  },
});

/** Something that holds for all messages to an address. */
export type RecipientNotice = PayloadOf<typeof RECIPIENTS_CHANGED>['notices'][number];

export type RecipientChange = RecipientNotice['change'];

export type RecipientSource = RecipientNotice['source'];

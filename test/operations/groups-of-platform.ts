import { LIST_ANSWERS } from '../../libs/core/idempotency/src/idempotency-key.sql.js';
import { lockContacts } from '../../apps/platform/src/contacts/contact.sql.js';
import { listPendingMessages } from '../../apps/platform/src/delivery/pending-messages.sql.js';
import { ENTITIES } from '../../apps/platform/src/entities.js';
import {
  ASK_AGAIN,
  CONFIRM_MEMBERS,
  COUNT_AND_LOCK_CONTACTS,
  DELETE_MEMBERS,
  RESET_CONFIRMATIONS,
} from '../../apps/platform/src/lists/list-member.sql.js';
import { listEventsOfMessages } from '../../apps/platform/src/messages/message-events.sql.js';
import { recordEvents } from '../../apps/platform/src/messages/events/record-events.sql.js';
import { listKnownMembers, listStillMembers } from '../../apps/platform/src/segment-lists/segment-list.sql.js';
import { LIST_READ, LIST_RECENT } from '../../apps/platform/src/tracking/tracking.sql.js';
import { EMAIL_FACTS } from '../../apps/platform/src/webhook-formats/email-facts.sql.js';
import { PlatformWebhookOptions } from '../../apps/platform/src/webhooks/delivery/platform-webhook-options.js';
import { WebhookStore } from '#libs/messaging/webhooks';
import { many, newId, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { filling, TEXT, textOf, timedOf } from './filled-groups.js';
import { GROUP, group, type GroupsOfApp } from './groups.js';
import { webhookGroups } from './groups-of-webhooks.js';

const LIST = 'lst_1';
const SEGMENT = '00000000-0000-4000-8000-dddddddddddd';
const NOW = new Date();
const ROUTE = 'POST /v1/emails';
const URL = 'https://example.test/';
const contactIds = GROUP.map((n) => textOf('cnt', n));
const crmIds = GROUP.map((n) => textOf('crm', n));
const messageIds = GROUP.map((n) => timedOf('msg', n));
const [FIRST_EVENT, LAST_EVENT] = [timedOf('evt', 1), timedOf('evt', 20_000)];

const MESSAGE = { channel: `'email'`, environment: `'live'`, sender: `'shop@example.test'`, subject: `''` };
/** Beyond ASCII, so that the addresses are compared once more. */
const ADDRESS = `'josé.' || n || '@example.test'`;
const NUMBER = `'+55119' || lpad(n::text, 8, '0')`;

const FILLED = filling({
  message: { ...MESSAGE, id: 'msg', content_id: 'msg', status: `'queued'`, recipient: ADDRESS },
  message_content: { id: 'msg' },
  message_event: { id: 'evt', message_id: 'msg', type: `'opened'`, detail: `'{"Machine":false}'` },
  suppression: { address: ADDRESS, sender: `''`, topic: `''`, reason: `'bounce'` },
  webhook_endpoint: { id: TEXT('whk'), url: `'${URL}'`, active: 'true' },
  webhook_delivery: {
    id: 'whd',
    endpoint_id: TEXT('whk'),
    status: `'pending'`,
    duration_ms: '5',
    attempts: '1',
    last_attempt_at: 'now()',
  },
  webhook_attempt: { delivery_id: TEXT('whd'), number: '1' },
  segment_list_member: { segment_id: `'${SEGMENT}'`, crm_contact_id: TEXT('crm'), contact_id: TEXT('cnt') },
  contact: {
    id: TEXT('cnt'),
    external_id: TEXT('ext'),
    email: `n || '@example.test'`,
    phone: NUMBER,
  },
  contact_list_member: {
    list_id: `'${LIST}'`,
    contact_id: TEXT('cnt'),
    pending_since: 'now()',
    asked_at: `now() - interval '1 day'`,
    asks: '1',
  },
  idempotency_key: { route: `'${ROUTE}'`, key: TEXT('key'), expires_at: `now() + interval '1 day'` },
});

/** Numbers, in a table of their own kind of messages. */
const TEXTS = filling({
  message: { ...MESSAGE, channel: `'sms'`, id: 'sms', content_id: 'msg', status: `'queued'`, recipient: NUMBER },
});

const erased = { formsOf: (_: TenantId, address: string) => [address] };

const pendingOf = (tx: SqlExecutor, own: TenantId, prefix: 'msg' | 'sms') =>
  listPendingMessages(tx, erased as never, own, new Map(GROUP.map((n) => [timedOf(prefix, n), {} as never])));

const eventsOf = (type: string) =>
  messageIds.map((messageId) => ({ id: newId('evt'), messageId, type, occurredAt: NOW, error: null, detail: {} }));

/** Groups of Platform. */
export const PLATFORM: GroupsOfApp = {
  app: 'platform',
  entities: ENTITIES,
  filling: {
    tables: FILLED.tables,
    async fill(...given) {
      await FILLED.fill(...given);
      await TEXTS.fill(...given);
    },
  },
  groups: {
    'e-mails to deliver': group((_, hot, own) => pendingOf(hot, own, 'msg'), 2 * 5 * GROUP.length),
    'texts to deliver': group((_, hot, own) => pendingOf(hot, own, 'sms'), 2 * 5 * GROUP.length),
    'events that move messages': group((_, hot, own) => recordEvents(hot, own, eventsOf('sent'))),
    'events that move none': group((_, hot, own) => recordEvents(hot, own, eventsOf('opened'))),
    'events of messages': group((tx, _, own) => listEventsOfMessages(tx, own, messageIds)),
    'recent opens': group((_, hot, own) =>
      many(hot, LIST_RECENT, [own, messageIds, FIRST_EVENT, LAST_EVENT, ['opened']]),
    ),
    'messages that were read': group((_, hot, own) =>
      many(hot, LIST_READ, [own, messageIds, FIRST_EVENT, LAST_EVENT, ['opened']]),
    ),
    'facts of e-mails': group((_, hot, own) => many(hot, EMAIL_FACTS, [own, messageIds])),
    'members of a segment': group((tx, _, own) => listKnownMembers(tx, own, SEGMENT, crmIds)),
    'contacts that are members still': group((tx, _, own) => listStillMembers(tx, own, SEGMENT, contactIds)),
    'contacts of a list': group((tx, _, own) => tx.query(COUNT_AND_LOCK_CONTACTS, [own, contactIds])),
    'members that confirm': group((tx, _, own) => tx.query(CONFIRM_MEMBERS, [own, LIST, contactIds, null, null, null])),
    'members that are asked again': group((tx, _, own) => tx.query(ASK_AGAIN, [own, LIST, contactIds, 60, 5])),
    'members that are pending again': group((tx, _, own) =>
      tx.query(RESET_CONFIRMATIONS, [own, contactIds, [LIST], 5]),
    ),
    'members that leave': group((tx, _, own) => tx.query(DELETE_MEMBERS, [own, LIST, contactIds])),
    'contacts by their keys': group((tx, _, own) =>
      lockContacts(tx, own, { emailKeys: GROUP.map((n) => `${n}@example.test`) }),
    ),
    'answers of calls': group((tx, _, own) => tx.query(LIST_ANSWERS, [own, ROUTE, GROUP.map((n) => textOf('key', n))])),
    ...webhookGroups(
      new WebhookStore(new PlatformWebhookOptions({} as never, undefined as never)),
      GROUP.map((n) => timedOf('whd', n)),
      GROUP.map((n) => textOf('whk', n)),
      URL,
    ),
  },
};

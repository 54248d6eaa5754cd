import { createHash } from 'node:crypto';
import { MailDomainRepository } from '../../apps/mail/src/domains/mail-domain.repository.js';
import { ENTITIES } from '../../apps/mail/src/entities.js';
import { FolderRepository } from '../../apps/mail/src/folders/folder.repository.js';
import { areKnown } from '../../apps/mail/src/forwarding/passages/message-passage.sql.js';
import { listKnownKeys } from '../../apps/mail/src/imports/known-messages.sql.js';
import { countLabelsOf } from '../../apps/mail/src/labels/label-counts.sql.js';
import { LabelRepository } from '../../apps/mail/src/labels/label.repository.js';
import { changeLabels, labelsOf } from '../../apps/mail/src/labels/message-labels.sql.js';
import { listLiveMessages } from '../../apps/mail/src/live/live-reading.sql.js';
import { countMessages } from '../../apps/mail/src/mailboxes/mailbox-counts.sql.js';
import { lockMailboxes } from '../../apps/mail/src/mailboxes/mailbox-lock.sql.js';
import { MailboxRepository } from '../../apps/mail/src/mailboxes/mailbox.repository.js';
import { findKnown } from '../../apps/mail/src/mailbox-rules/label-rules/correspondence.sql.js';
import { MessageRepository } from '../../apps/mail/src/messages/message.repository.js';
import { deleteMessages } from '../../apps/mail/src/messages/store/message-insert.sql.js';
import { MessageStore } from '../../apps/mail/src/messages/store/message-store.js';
import { findByConversation, findThreads, joinThreads } from '../../apps/mail/src/messages/threads/threads.sql.js';
import { deleteInbound, findInbound } from '../../apps/mail/src/receiving/inbound.sql.js';
import { findMailboxes, findReceiving } from '../../apps/mail/src/receiving/receiving-mailboxes.sql.js';
import { updateOutgoing } from '../../apps/mail/src/sending/outgoing/outgoing-message.sql.js';
import { findSenders } from '../../apps/mail/src/sending/sender.sql.js';
import type { TenantId } from '#libs/core/persistence';
import { filling, UUID, uuidOf } from './filled-groups.js';
import { GROUP, group, type GroupsOfApp } from './groups.js';

const MAILBOX = uuidOf(3);
const LABEL = uuidOf(1);
const uuids = GROUP.map(uuidOf);
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const addressOf = (n: number) => `${n}@example.test`;
const emptyOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, `'[]'`]));

/** Most messages have an id. */
const hasId = (n: number) => n % 5 > 0;

const FILLED = filling({
  mailbox: { id: UUID, domain_id: UUID, address: `n || '@example.test'`, local_part: 'n::text', display_name: `''` },
  mail_domain: { id: UUID, name: `n || '.example.test'` },
  // Ten of the mailbox, and those of other mailboxes.
  folder: {
    id: UUID,
    mailbox_id: `case when n <= 10 then '${MAILBOX}' else ${UUID} end`,
    kind: `'custom'`,
    name: 'n::text',
  },
  mail_message: {
    ...emptyOf(['to', 'cc', 'bcc', 'reply_to']),
    id: UUID,
    mailbox_id: `'${MAILBOX}'`,
    folder_id: `('${uuidOf(0).slice(0, 35)}' || n % 9 + 1)::uuid`,
    thread_id: UUID,
    origin: `'received'`,
    message_id: `case when n % 5 > 0 then n || '@example.test' end`,
    blob_hash: `'hash ' || n`,
    conversation_hash: 'sha256(n::text::bytea)',
    content_hash: 'sha256(n::text::bytea)',
    is_read: 'false',
    sorted_at: `now() - n * interval '1 minute'`,
  },
  label: {
    id: UUID,
    mailbox_id: `case when n <= 10 then '${MAILBOX}' else ${UUID} end`,
    name: 'n::text',
  },
  message_attachment: { id: UUID, message_id: UUID, position: '0' },
  message_label: {
    message_id: UUID,
    label_id: `'${LABEL}'`,
    mailbox_id: `'${MAILBOX}'`,
    sorted_at: `now() - n * interval '1 minute'`,
  },
  message_passage: { mailbox_id: `'${MAILBOX}'`, kind: `'kept'`, known_as: 'n::text' },
  mailbox_contact: { id: UUID, mailbox_id: `'${MAILBOX}'`, email: `n || '@example.test'`, name: `''`, notes: `''` },
  thread_reference: { mailbox_id: `'${MAILBOX}'`, message_id_hash: `sha256(n::text::bytea)`, thread_id: UUID },
  inbound_message: { id: UUID },
  outgoing_message: { id: UUID, recipients: `'[{"state":"waiting"}]'` },
});

const messages = new MessageRepository();
const mailboxes = new MailboxRepository({} as never, {} as never);
const folders = new FolderRepository();
const domains = new MailDomainRepository();
const labels = new LabelRepository();
const store = new MessageStore({ messages: () => undefined } as never);

const RECIPIENT = { address: 'a@example.test', state: 'waiting' } as never;

/** Several statements that look at each message and at what it has. */
const IN_ALL = 15 * GROUP.length;

const seekersOf = (tenantId: TenantId) =>
  GROUP.map((n) => ({
    tenantId,
    mailboxId: MAILBOX,
    hashes: [sha256(`${n}`)],
    conversation: sha256(`${n}`),
    message: { sortedAt: new Date() },
  }));

/** Groups of Mail. */
export const MAIL: GroupsOfApp = {
  app: 'mail',
  entities: ENTITIES,
  filling: FILLED,
  groups: {
    'messages by their ids': group((tx, _, own) =>
      messages.listByIds(
        tx,
        own,
        MAILBOX,
        uuids.map((id) => ({ id })),
      ),
    ),
    'files of messages': group((tx, _, own) => messages.listAttachmentsOf(tx, own, uuids)),
    'labels of messages': group((tx, _, own) => labelsOf(tx, own, uuids)),
    'labels that messages get and lose': group((tx, _, own) =>
      changeLabels(tx, own, MAILBOX, uuids, { apply: [uuidOf(2)], remove: [LABEL] }),
    ),
    'counts of the labels of messages': group((tx, _, own) => countLabelsOf(tx, own, uuids, -1)),
    'messages that are live': group((tx, _, own) => listLiveMessages(tx, own, MAILBOX, uuids)),
    'messages that are read': group(
      (tx, _, own) => store.updateMany(tx, own, MAILBOX, uuids, { isRead: true }),
      IN_ALL,
    ),
    'messages that are thrown away': group(
      (tx, _, own) =>
        store.discard(
          tx,
          ...uuids.map((id) => ({
            tenantId: own,
            mailboxId: MAILBOX,
            id,
            folderId: uuidOf(1),
            bytes: 1,
            isRead: true,
          })),
        ),
      IN_ALL,
    ),
    'messages that go': group((tx, _, own) => deleteMessages(tx, own, uuids)),
    'messages that an import may know': group((_, hot, own) =>
      listKnownKeys(
        hot,
        own,
        MAILBOX,
        GROUP.map((n) => ({ messageId: hasId(n) ? addressOf(n) : null, blobHash: `hash ${n}` })),
      ),
    ),
    'copies of forwarded messages': group((_, hot, own) =>
      areKnown(
        hot,
        GROUP.map((n) => ({
          tenantId: own,
          mailboxId: MAILBOX,
          messageId: hasId(n) ? addressOf(n) : null,
          subject: '',
          snippet: '',
          contentHash: sha256(`${n}`),
          isAside: n % 2 > 0,
          copyKnownAs: n % 3 > 0 ? `${n}` : null,
        })),
      ),
    ),
    'senders whom mailboxes know': group((_, hot, own) =>
      findKnown(
        hot,
        GROUP.map((n) => ({ tenantId: own, mailboxId: MAILBOX, threadId: uuidOf(n), sender: addressOf(n) })),
      ),
    ),
    'threads of references': group((_, hot, own) => findThreads(hot, seekersOf(own))),
    'threads of conversations': group((_, hot, own) => findByConversation(hot, seekersOf(own))),
    'threads that are joined': group((_, hot, own) =>
      joinThreads(hot, { tenantId: own, mailboxId: MAILBOX }, uuidOf(1), uuids),
    ),
    'messages that came in': group((tx, _, own) =>
      deleteInbound(
        tx,
        uuids.map((id) => ({ tenantId: own, id })),
      ),
    ),
    'messages that come in': group((_, hot, own) => findInbound(hot, own, own, uuids)),
    'attempts of messages that go out': group((_, hot, own) =>
      updateOutgoing(
        hot,
        uuids.map((id) => ({ tenantId: own, id, before: [RECIPIENT], recipients: [RECIPIENT], finishedAt: null })),
      ),
    ),
    'mailboxes that are locked': group((_, hot, own) =>
      lockMailboxes(
        hot,
        uuids.map((mailboxId) => ({ tenantId: own, mailboxId, bytes: 1 })),
      ),
    ),
    'mailboxes by their ids': group((tx, _, own) => mailboxes.findMany(tx, own, uuids)),
    'mailboxes that get messages': group((_, hot, own) =>
      findMailboxes(
        hot,
        uuids.map((id) => ({ tenantId: own, id })),
      ),
    ),
    'mailboxes of recipients': group((_, hot, own) =>
      findReceiving(hot, own, [
        {
          domain: { tenantId: own, name: 'example.test', catchAllMailboxId: uuidOf(7) },
          localParts: GROUP.map((n) => `${n}`),
        },
      ]),
    ),
    'mailboxes of senders': group((_, hot, own) =>
      findSenders(
        hot,
        GROUP.map((n) => ({ tenantId: own, address: addressOf(n) })),
      ),
    ),
    'domains by their ids': group((tx, _, own) => domains.listByIds(tx, own, uuids)),
    'counts of mailboxes': group((_, hot, own) => countMessages(hot, own, uuids)),
    'folders of mailboxes': group((tx, _, own) => folders.listMany(tx, own, uuids)),
    'labels of mailboxes': group((tx, _, own) => labels.listMany(tx, own, uuids)),
    'labels by their ids': group((tx, _, own) => labels.listByIds(tx, own, uuids)),
    'folders by their ids': group((tx, _, own) => folders.listByIds(tx, own, uuids)),
  },
};

import { ENTITIES } from '../../apps/mail/src/entities.js';
import { countLabelsOf } from '../../apps/mail/src/labels/label-counts.sql.js';
import { changeLabels, labelsOf } from '../../apps/mail/src/labels/message-labels.sql.js';
import { listLiveMessages } from '../../apps/mail/src/live/live-reading.sql.js';
import { MessageRepository } from '../../apps/mail/src/messages/message.repository.js';
import { deleteMessages } from '../../apps/mail/src/messages/store/message-insert.sql.js';
import { deleteInbound } from '../../apps/mail/src/receiving/inbound.sql.js';
import { filling, UUID, uuidOf } from './filled-groups.js';
import { GROUP, group, type GroupsOfApp } from './groups.js';

const MAILBOX = '00000000-0000-4000-8000-aaaaaaaaaaaa';
const FOLDER = '00000000-0000-4000-8000-bbbbbbbbbbbb';
const LABEL = '00000000-0000-4000-8000-ccccccccccc1';
const uuids = GROUP.map(uuidOf);

const JSON = Object.fromEntries(['to', 'cc', 'bcc', 'reply_to'].map((name) => [name, `'[]'`]));

const FILLED = filling({
  folder: { id: `('${FOLDER.slice(0, 35)}' || n % 10)::uuid`, mailbox_id: `'${MAILBOX}'`, kind: `'own'` },
  mail_message: {
    ...JSON,
    id: UUID,
    mailbox_id: `'${MAILBOX}'`,
    folder_id: `('${FOLDER.slice(0, 35)}' || n % 10)::uuid`,
    thread_id: UUID,
    message_id: `n || '@example.test'`,
    blob_hash: `'hash ' || n`,
    is_read: 'false',
    sorted_at: `now() - n * interval '1 minute'`,
  },
  label: { id: `('${LABEL.slice(0, 35)}' || n % 10)::uuid`, mailbox_id: `'${MAILBOX}'`, name: 'n::text' },
  message_attachment: { id: UUID, message_id: UUID, position: '0' },
  message_label: {
    message_id: UUID,
    label_id: `'${LABEL}'`,
    mailbox_id: `'${MAILBOX}'`,
    sorted_at: `now() - n * interval '1 minute'`,
  },
  thread_reference: { mailbox_id: `'${MAILBOX}'`, message_id_hash: `sha256(n::text::bytea)`, thread_id: UUID },
  inbound_message: { id: UUID },
});

/** Each row of a group may be compared with all folders and labels of the mailbox, of which there are ten. */
const WITH_SMALL_TABLES = 50 * GROUP.length;

const messages = new MessageRepository();

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
    'labels that messages get and lose': group(
      (tx, _, own) => changeLabels(tx, own, MAILBOX, uuids, { apply: [uuidOf(1)], remove: [LABEL] }),
      WITH_SMALL_TABLES,
    ),
    'counts of the labels of messages': group((tx, _, own) => countLabelsOf(tx, own, uuids, -1), WITH_SMALL_TABLES),
    'messages that are live': group((tx, _, own) => listLiveMessages(tx, own, MAILBOX, uuids)),
    'messages that go': group((tx, _, own) => deleteMessages(tx, own, uuids)),
    'messages that came in': group((tx, _, own) =>
      deleteInbound(
        tx,
        uuids.map((id) => ({ tenantId: own, id })),
      ),
    ),
  },
};

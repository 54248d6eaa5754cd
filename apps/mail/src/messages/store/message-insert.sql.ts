import { v7 } from 'uuid';
import { type SearchDocument, toTsvector } from '#libs/mail/mail-search';
import {
  entityColumns,
  exec,
  one,
  prepared,
  RowParameters,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { MailMessage } from '../mail-message.entity.js';
import { MessageAttachment } from '../message-attachment.entity.js';
import type { NewAttachment } from './new-message.js';

const MESSAGE = new RowParameters(entityColumns(MailMessage, { without: ['createdAt'] }));

const ATTACHMENTS = new RowParameters(entityColumns(MessageAttachment, { without: ['tenantId'] }));

const REFERENCES = new RowParameters<{ hash: Buffer; messageId: string }>({
  hash: { type: 'bytea', of: ({ hash }) => hash },
  message_id: { type: 'uuid', of: ({ messageId }) => messageId },
});

const SEARCHES = new RowParameters<InsertedMessage>({
  message_id: { type: 'uuid', of: ({ row }) => row.id },
  lexemes: { type: 'tsvector', of: ({ document }) => toTsvector(document) },
});

const FILES_AT = 1 + MESSAGE.parameters;
const REFERENCES_AT = FILES_AT + ATTACHMENTS.parameters;
const SEARCHES_AT = REFERENCES_AT + REFERENCES.parameters;

/** Everything that new messages write beside their mailbox, in one round trip. */
const INSERT_MESSAGES = prepared(
  'insert-messages',
  `
    with message as (
      insert into mail_message (${MESSAGE.names.join(', ')})
      select ${MESSAGE.names.join(', ')} from ${MESSAGE.sql(1)} given
      returning tenant_id, id, mailbox_id, folder_id, thread_id, sorted_at, is_read, created_at
    ), attachments as (
      insert into message_attachment (tenant_id, ${ATTACHMENTS.names.join(', ')})
      select message.tenant_id, ${ATTACHMENTS.names.map((name) => `given.${name}`).join(', ')}
        from message join ${ATTACHMENTS.sql(FILES_AT)} given on given.message_id = message.id
    ), refs as (
      insert into thread_reference (tenant_id, mailbox_id, message_id_hash, thread_id)
      select message.tenant_id, message.mailbox_id, given.hash, message.thread_id
        from message join ${REFERENCES.sql(REFERENCES_AT)} given on given.message_id = message.id
      on conflict do nothing
    ), searches as (
      insert into message_search (tenant_id, message_id, mailbox_id, sorted_at, lexemes)
      select message.tenant_id, message.id, message.mailbox_id, message.sorted_at, given.lexemes
        from message join ${SEARCHES.sql(SEARCHES_AT)} given on given.message_id = message.id
    ), counts as (
      update folder set total = folder.total + added.total, unread = folder.unread + added.unread
        from (
          select tenant_id, folder_id, count(*)::int as total, count(*) filter (where not is_read)::int as unread
            from message group by tenant_id, folder_id
        ) added
       where folder.tenant_id = added.tenant_id and folder.id = added.folder_id
         -- So that the folders are found by their ids: a join may read all folders of the tenant.
         and folder.id = any (array(select folder_id from message))
    )
    select created_at as "createdAt" from message limit 1`,
);

/** A message to insert: its row, its files, and the hashes of the Message-IDs that it has and refers to. */
export interface InsertedMessage {
  row: MailMessage;
  attachments: readonly NewAttachment[];
  hashes: readonly Buffer[];
  /** Lexemes for searches. */
  document: SearchDocument;
}

/** Inserts messages with their files, ties their ids to their threads and counts them in their folders. Returns when. */
export async function insertMessages(tx: SqlExecutor, messages: readonly InsertedMessage[]): Promise<Date> {
  const files = messages.flatMap(({ row, attachments }) =>
    attachments.map((file, position) => ({ ...file, id: file.id ?? v7(), messageId: row.id, position })),
  );
  const references = messages.flatMap(({ row, hashes }) => hashes.map((hash) => ({ hash, messageId: row.id })));
  const rows = messages.map(({ row }) => row);
  const parameters = [
    ...MESSAGE.values(rows),
    ...ATTACHMENTS.values(files),
    ...REFERENCES.values(references),
    ...SEARCHES.values(messages),
  ];
  return (await one<{ createdAt: Date }>(tx, INSERT_MESSAGES, parameters)).createdAt;
}

/** Deletes messages with their files, labels and drafts. */
export async function deleteMessages(tx: SqlExecutor, tenantId: TenantId, ids: readonly string[]): Promise<void> {
  await exec(tx, 'delete from mail_message where tenant_id = $1 and id = any ($2::uuid[])', [tenantId, ids]);
}

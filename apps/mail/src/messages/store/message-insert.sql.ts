import { v7 } from 'uuid';
import { type SearchDocument, toTsvector } from '#libs/mail-search';
import { exec, one, RowParameters, type SqlExecutor, type TenantId } from '#libs/persistence';
import type { MailMessage } from '../mail-message.entity.js';
import type { NewAttachment } from './new-message.js';

const MESSAGE = new RowParameters<MailMessage>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  id: { type: 'uuid', of: ({ id }) => id },
  mailbox_id: { type: 'uuid', of: ({ mailboxId }) => mailboxId },
  folder_id: { type: 'uuid', of: ({ folderId }) => folderId },
  thread_id: { type: 'uuid', of: ({ threadId }) => threadId },
  conversation_hash: { type: 'bytea', of: ({ conversationHash }) => conversationHash },
  content_hash: { type: 'bytea', of: ({ contentHash }) => contentHash },
  origin: { type: 'text', of: ({ origin }) => origin },
  blob_hash: { type: 'text', of: ({ blobHash }) => blobHash },
  bytes: { type: 'int', of: ({ bytes }) => bytes },
  message_id: { type: 'text', of: ({ messageId }) => messageId },
  subject: { type: 'text', of: ({ subject }) => subject },
  '"from"': { type: 'jsonb', of: ({ from }) => from },
  '"to"': { type: 'jsonb', of: ({ to }) => to },
  cc: { type: 'jsonb', of: ({ cc }) => cc },
  bcc: { type: 'jsonb', of: ({ bcc }) => bcc },
  reply_to: { type: 'jsonb', of: ({ replyTo }) => replyTo },
  snippet: { type: 'text', of: ({ snippet }) => snippet },
  sorted_at: { type: 'timestamptz', of: ({ sortedAt }) => sortedAt },
  dated_at: { type: 'timestamptz', of: ({ datedAt }) => datedAt },
  is_read: { type: 'boolean', of: ({ isRead }) => isRead },
  is_starred: { type: 'boolean', of: ({ isStarred }) => isStarred },
  has_attachments: { type: 'boolean', of: ({ hasAttachments }) => hasAttachments },
  list_id: { type: 'text', of: ({ listId }) => listId },
  envelope_from: { type: 'text', of: ({ envelopeFrom }) => envelopeFrom },
  envelope_to: { type: 'text', of: ({ envelopeTo }) => envelopeTo },
  received: { type: 'text', of: ({ received }) => received },
  authentication: { type: 'jsonb', of: ({ authentication }) => authentication },
  authentication_results: { type: 'text', of: ({ authenticationResults }) => authenticationResults },
  spam: { type: 'jsonb', of: ({ spam }) => spam },
  scan_verdict: { type: 'text', of: ({ scanVerdict }) => scanVerdict },
  quarantine_reason: { type: 'text', of: ({ quarantineReason }) => quarantineReason },
});

const ATTACHMENTS = new RowParameters<NewAttachment & { id: string; messageId: string; position: number }>({
  id: { type: 'uuid', of: ({ id }) => id },
  message_id: { type: 'uuid', of: ({ messageId }) => messageId },
  position: { type: 'int', of: ({ position }) => position },
  file_name: { type: 'text', of: ({ fileName }) => fileName },
  content_type: { type: 'text', of: ({ contentType }) => contentType },
  bytes: { type: 'int', of: ({ bytes }) => bytes },
  content_id: { type: 'text', of: ({ contentId }) => contentId },
  is_inline: { type: 'boolean', of: ({ isInline }) => isInline },
  blob_hash: { type: 'text', of: ({ blobHash }) => blobHash },
  scan_verdict: { type: 'text', of: ({ scanVerdict }) => scanVerdict },
});

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
const INSERT_MESSAGES = {
  name: 'insert-messages',
  text: `
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
    )
    select created_at as "createdAt" from message limit 1`,
};

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

import { v7 } from 'uuid';
import { one, RowParameters, type SqlExecutor } from '#libs/persistence';
import type { MailMessage } from './mail-message.entity.js';
import type { NewAttachment } from './new-message.js';

const MESSAGE = new RowParameters<MailMessage>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  id: { type: 'uuid', of: ({ id }) => id },
  mailbox_id: { type: 'uuid', of: ({ mailboxId }) => mailboxId },
  folder_id: { type: 'uuid', of: ({ folderId }) => folderId },
  thread_id: { type: 'uuid', of: ({ threadId }) => threadId },
  conversation_hash: { type: 'bytea', of: ({ conversationHash }) => conversationHash },
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
  authentication: { type: 'jsonb', of: ({ authentication }) => authentication },
  authentication_results: { type: 'text', of: ({ authenticationResults }) => authenticationResults },
  spam: { type: 'jsonb', of: ({ spam }) => spam },
  scan_verdict: { type: 'text', of: ({ scanVerdict }) => scanVerdict },
  quarantine_reason: { type: 'text', of: ({ quarantineReason }) => quarantineReason },
});

const ATTACHMENTS = new RowParameters<NewAttachment & { id: string }>({
  id: { type: 'uuid', of: ({ id }) => id },
  file_name: { type: 'text', of: ({ fileName }) => fileName },
  content_type: { type: 'text', of: ({ contentType }) => contentType },
  bytes: { type: 'int', of: ({ bytes }) => bytes },
  content_id: { type: 'text', of: ({ contentId }) => contentId },
  is_inline: { type: 'boolean', of: ({ isInline }) => isInline },
  blob_hash: { type: 'text', of: ({ blobHash }) => blobHash },
  scan_verdict: { type: 'text', of: ({ scanVerdict }) => scanVerdict },
});

const HASHES = 1 + MESSAGE.parameters + ATTACHMENTS.parameters;

/** Everything that a new message writes beside its mailbox, in one round trip. */
const INSERT_MESSAGE = {
  name: 'insert-message',
  text: `
    with message as (
      insert into mail_message (${MESSAGE.names.join(', ')})
      select ${MESSAGE.names.join(', ')} from ${MESSAGE.sql(1)} given
      returning tenant_id, id, mailbox_id, folder_id, thread_id, is_read, created_at
    ), attachments as (
      insert into message_attachment (tenant_id, message_id, position, ${ATTACHMENTS.names.join(', ')})
      select message.tenant_id, message.id, given.n - 1, ${ATTACHMENTS.names.map((name) => `given.${name}`).join(', ')}
        from message, ${ATTACHMENTS.sql(1 + MESSAGE.parameters)} given
    ), refs as (
      insert into thread_reference (tenant_id, mailbox_id, message_id_hash, thread_id)
      select tenant_id, mailbox_id, hash, thread_id from message, unnest($${HASHES}::bytea[]) hash
      on conflict do nothing
    ), counts as (
      update folder set total = total + 1, unread = unread + (not message.is_read)::int
        from message where folder.tenant_id = message.tenant_id and folder.id = message.folder_id
    )
    select created_at as "createdAt" from message`,
};

/** Inserts a message with its files, ties its ids to its thread and counts it in its folder. Returns when. */
export async function insertMessage(
  tx: SqlExecutor,
  message: MailMessage,
  attachments: readonly NewAttachment[],
  hashes: readonly Buffer[],
): Promise<Date> {
  const files = attachments.map((attachment) => ({ ...attachment, id: v7() }));
  const parameters = [...MESSAGE.values([message]), ...ATTACHMENTS.values(files), hashes];
  return (await one<{ createdAt: Date }>(tx, INSERT_MESSAGE, parameters)).createdAt;
}

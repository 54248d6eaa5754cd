import {
  entityColumns,
  exec,
  many,
  maybe,
  prepared,
  RowParameters,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { ReceivedAttachment } from './received-attachment.entity.js';
import { ReceivedEmail } from './received-email.entity.js';

const ROWS_PER_DELETE = 10_000;

/** Properties that a message has once it is read. */
const READ_LATER = ['readAt', 'content', 'headers', 'text', 'html'] as const;

export type NewReceivedEmail = Omit<ReceivedEmail, (typeof READ_LATER)[number]>;

const EMAILS = new RowParameters<NewReceivedEmail>(entityColumns(ReceivedEmail, { without: READ_LATER }));

const INSERT_EMAILS = prepared(
  'insert-received-emails',
  `insert into received_email (${EMAILS.names.join(', ')})
         select ${EMAILS.names.join(', ')} from ${EMAILS.sql(1)} given`,
);

export async function insertReceivedEmails(tx: SqlExecutor, emails: readonly NewReceivedEmail[]): Promise<void> {
  await exec(tx, INSERT_EMAILS, EMAILS.values(emails));
}

const ATTACHMENTS = new RowParameters(entityColumns(ReceivedAttachment, { without: [] }));

const INSERT_ATTACHMENTS = prepared(
  'insert-received-attachments',
  `insert into received_attachment (${ATTACHMENTS.names.join(', ')})
         select ${ATTACHMENTS.names.join(', ')} from ${ATTACHMENTS.sql(1)} given`,
);

export async function insertReceivedAttachments(
  tx: SqlExecutor,
  attachments: readonly ReceivedAttachment[],
): Promise<void> {
  if (attachments.length > 0) await exec(tx, INSERT_ATTACHMENTS, ATTACHMENTS.values(attachments));
}

const RECEIVED_BYTES = prepared('received-bytes', 'select bytes from received_total where tenant_id = $1');

/** The bytes of the mail that a tenant has, each with 16 KiB at least. Every recipient of an arriving mail asks for them. */
export async function receivedBytes(tx: SqlExecutor, tenantId: TenantId): Promise<number> {
  const total = await maybe<{ bytes: string }>(tx, RECEIVED_BYTES, [tenantId]);
  return Number(total?.bytes ?? 0);
}

/** Deletes mail that came before a time, with the rows of its files; the sweep then deletes the blobs. Returns how many. */
export async function deleteReceivedBefore(tx: SqlExecutor, before: Date): Promise<number> {
  return exec(
    tx,
    `delete from received_email where ctid = any (array(
       select ctid from received_email where received_at < $1 limit $2))`,
    [before, ROWS_PER_DELETE],
  );
}

/** Deletes mail from and to addresses in lower case, with the rows of its files. Parameters: tenant, addresses. */
export const DELETE_OF_PERSON = `
  delete from received_email
   where tenant_id = $1 and (
     lower(envelope_from) = any ($2::text[]) or lower(content #>> '{from,address}') = any ($2::text[])
     or exists (select from unnest(recipients) as recipient where lower(recipient) = any ($2::text[]))
     or exists (select from jsonb_path_query(content, '$.to[*].address') named where lower(named #>> '{}') = any ($2::text[]))
     or exists (select from jsonb_path_query(content, '$.cc[*].address') named where lower(named #>> '{}') = any ($2::text[])))`;

/** The large parts of a message, null before it is read. Parameters: tenant, id. */
export const FIND_BODY = 'select headers, text, html from received_email where tenant_id = $1 and id = $2';

/** Finds the files of messages, in their order. */
export async function listAttachments(
  tx: SqlExecutor,
  tenantId: TenantId,
  emailIds: readonly string[],
): Promise<ReceivedAttachment[]> {
  return many(
    tx,
    `select tenant_id as "tenantId", email_id as "emailId", index, file_name as "fileName", content_type as "contentType",
            bytes, content_id as "contentId", hash
       from received_attachment where tenant_id = $1 and email_id = any ($2::text[]) order by email_id, index`,
    [tenantId, emailIds],
  );
}

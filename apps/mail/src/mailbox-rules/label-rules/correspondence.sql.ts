import { many, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Sender and conversation of a message. */
export interface Correspondence {
  tenantId: TenantId;
  mailboxId: string;
  threadId: string;
  /** The address of the sender. */
  sender: string;
}

/**
 * Parameters, each an array with one for each that is asked: tenant, mailbox, thread, address of the sender. Not `exists`,
 * for which Postgres may read all messages that were ever sent and put them into a hash table. `collate "C"`: else an index of the mailbox
 * alone may seem as good, in which each message of it is read (decision 95).
 */
const KNOWN = prepared(
  'known-senders',
  `
    select (asked.n - 1)::int as index
      from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[]) with ordinality
             asked (tenant_id, mailbox_id, thread_id, sender, n)
     where coalesce(
             (select true from mail_message message
               where message.tenant_id collate "C" = asked.tenant_id and message.mailbox_id = asked.mailbox_id
                 and message.thread_id = asked.thread_id and message.origin = 'sent' limit 1),
             (select true from mailbox_contact contact
               where contact.tenant_id collate "C" = asked.tenant_id and contact.mailbox_id = asked.mailbox_id
                 and contact.email_key = lower(asked.sender) limit 1),
             false)`,
);

/**
 * Finds the asked messages whose sender the mailbox knows: it has written in the conversation, or the sender is one of its
 * contacts. Returns their indexes.
 */
export async function findKnown(tx: SqlExecutor, asked: readonly Correspondence[]): Promise<Set<number>> {
  if (asked.length === 0) return new Set();
  const rows = await many<{ index: number }>(tx, KNOWN, [
    asked.map(({ tenantId }) => tenantId),
    asked.map(({ mailboxId }) => mailboxId),
    asked.map(({ threadId }) => threadId),
    asked.map(({ sender }) => sender),
  ]);
  return new Set(rows.map(({ index }) => index));
}

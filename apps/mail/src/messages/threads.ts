import { v7 } from 'uuid';
import { exec, many, type SqlExecutor, type TenantId } from '#libs/persistence';
import { conversationHash, isReply, sha256 } from './conversation.js';
import type { NewMessage } from './new-message.js';

/** Of longer References the first, where the thread began, and the last ones count. */
const REFERENCES_MAX = 50;

/** Days within which a reply without references finds its conversation. */
const CONVERSATION_DAYS = 7;

interface Place {
  tenantId: TenantId;
  mailboxId: string;
}

/** Where a message belongs among the threads of its mailbox. */
export interface ThreadPlace {
  threadId: string;
  /** Of its own Message-ID and those that it refers to. */
  hashes: Buffer[];
  conversation: Buffer | null;
}

/**
 * Finds the thread of a message: that of a Message-ID that it has or refers to; for a reply without a known one, that of a
 * message with the same subject and people within seven days; else a new one. Threads that it ties together become one: the
 * oldest. The mailbox is locked.
 */
export async function placeInThread(tx: SqlExecutor, tenantId: TenantId, message: NewMessage): Promise<ThreadPlace> {
  const place = { tenantId, mailboxId: message.mailboxId };
  const hashes = referredIds(message).map(sha256);
  const conversation = conversationHash(message);
  const [oldest, ...others] = await findThreads(tx, place, hashes);
  if (others.length > 0) await joinThreads(tx, place, oldest!, others);
  const threadId = oldest ?? (await findByConversation(tx, place, message, conversation)) ?? v7();
  return { threadId, hashes, conversation };
}

function referredIds({ messageId, inReplyTo, references = [] }: NewMessage): string[] {
  const last = references.slice(-(REFERENCES_MAX - 1));
  const ids = [messageId, inReplyTo, references[0], ...last].flatMap((id) => id || []);
  return [...new Set(ids)];
}

/** Ids of threads are UUIDv7, so the least is the oldest. */
async function findThreads(tx: SqlExecutor, { tenantId, mailboxId }: Place, hashes: Buffer[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await many<{ threadId: string }>(
    tx,
    `select distinct thread_id as "threadId" from thread_reference
      where tenant_id = $1 and mailbox_id = $2 and message_id_hash = any ($3) order by thread_id`,
    [tenantId, mailboxId, hashes],
  );
  return rows.map(({ threadId }) => threadId);
}

async function joinThreads(tx: SqlExecutor, place: Place, into: string, others: readonly string[]): Promise<void> {
  for (const table of ['mail_message', 'thread_reference'])
    await exec(
      tx,
      `update ${table} set thread_id = $3 where tenant_id = $1 and mailbox_id = $2 and thread_id = any ($4::uuid[])`,
      [place.tenantId, place.mailboxId, into, others],
    );
}

async function findByConversation(
  tx: SqlExecutor,
  { tenantId, mailboxId }: Place,
  { subject, sortedAt = new Date() }: NewMessage,
  conversation: Buffer | null,
): Promise<string | undefined> {
  if (!conversation || !isReply(subject)) return undefined;
  const [row] = await many<{ threadId: string }>(
    tx,
    `select thread_id as "threadId" from mail_message
      where tenant_id = $1 and mailbox_id = $2 and conversation_hash = $3
        and sorted_at between $4::timestamptz - make_interval(days => $5) and $4::timestamptz
      order by sorted_at desc limit 1`,
    [tenantId, mailboxId, conversation, sortedAt, CONVERSATION_DAYS],
  );
  return row?.threadId;
}

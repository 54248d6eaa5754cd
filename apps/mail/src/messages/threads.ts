import { v7 } from 'uuid';
import { exec, many, type SqlExecutor, type TenantId } from '#libs/persistence';
import { conversationHash, isReply, sha256 } from './conversation.js';
import { BatchThreads, CONVERSATION_DAYS, type Earlier } from './batch-threads.js';
import type { NewMessage } from './new-message.js';

/** Of longer References the first, where the thread began, and the last ones count. */
const REFERENCES_MAX = 50;

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
 * Finds the threads of messages as if they came one after the other: that of a Message-ID that a message has or refers to;
 * for a reply without a known one, that of a message with the same subject and people within seven days; else a new one.
 * Threads that a message ties together become one: the oldest. The mailbox is locked.
 */
export async function placeInThreads(
  tx: SqlExecutor,
  place: Place,
  messages: readonly (NewMessage & { sortedAt: Date })[],
): Promise<ThreadPlace[]> {
  const given = messages.map((message) => ({
    message,
    hashes: referredIds(message).map(sha256),
    conversation: conversationHash(message),
  }));
  const threads = new BatchThreads(
    await findThreads(
      tx,
      place,
      given.flatMap(({ hashes }) => hashes),
    ),
  );
  const unplaced = given.filter(
    ({ message, hashes, conversation }) => conversation && isReply(message.subject) && !threads.knows(hashes),
  );
  const stored = await findByConversation(
    tx,
    place,
    unplaced.map(({ message, conversation }) => ({ hash: conversation!, at: message.sortedAt })),
  );
  unplaced.forEach(({ message }, index) => threads.remember(message, stored.get(index)));
  for (const { message, hashes, conversation } of given) threads.place(message, hashes, conversation, v7);
  for (const [into, others] of threads.joined()) await joinThreads(tx, place, into, others);
  return given.map(({ message, hashes, conversation }) => ({ threadId: threads.of(message), hashes, conversation }));
}

function referredIds({ messageId, inReplyTo, references = [] }: NewMessage): string[] {
  const last = references.slice(-(REFERENCES_MAX - 1));
  const ids = [messageId, inReplyTo, references[0], ...last].flatMap((id) => id || []);
  return [...new Set(ids)];
}

async function findThreads(
  tx: SqlExecutor,
  { tenantId, mailboxId }: Place,
  hashes: Buffer[],
): Promise<{ hash: Buffer; threadId: string }[]> {
  if (hashes.length === 0) return [];
  return many<{ hash: Buffer; threadId: string }>(
    tx,
    `select message_id_hash as hash, thread_id as "threadId" from thread_reference
      where tenant_id = $1 and mailbox_id = $2 and message_id_hash = any ($3)`,
    [tenantId, mailboxId, hashes],
  );
}

async function joinThreads(tx: SqlExecutor, place: Place, into: string, others: readonly string[]): Promise<void> {
  for (const table of ['mail_message', 'thread_reference'])
    await exec(
      tx,
      `update ${table} set thread_id = $3 where tenant_id = $1 and mailbox_id = $2 and thread_id = any ($4::uuid[])`,
      [place.tenantId, place.mailboxId, into, others],
    );
}

/** For each that is asked, by its index, the last message of the conversation before it. */
async function findByConversation(
  tx: SqlExecutor,
  { tenantId, mailboxId }: Place,
  asked: readonly { hash: Buffer; at: Date }[],
): Promise<Map<number, Earlier>> {
  if (asked.length === 0) return new Map();
  const rows = await many<Earlier & { index: number }>(
    tx,
    `select (asked.n - 1)::int as index, found.thread_id as "threadId", found.sorted_at as at
       from unnest($3::bytea[], $4::timestamptz[]) with ordinality asked (hash, at, n),
            lateral (
              select thread_id, sorted_at from mail_message
               where tenant_id = $1 and mailbox_id = $2 and conversation_hash = asked.hash
                 and sorted_at between asked.at - make_interval(days => $5) and asked.at
               order by sorted_at desc limit 1
            ) found`,
    [tenantId, mailboxId, asked.map(({ hash }) => hash), asked.map(({ at }) => at), CONVERSATION_DAYS],
  );
  return new Map(rows.map(({ index, ...earlier }) => [index, earlier]));
}

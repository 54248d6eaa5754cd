import { v7 } from 'uuid';
import { groupBy } from '#libs/jobs';
import { exec, many, RowParameters, type SqlExecutor, type TenantId } from '#libs/persistence';
import { conversationHash, isReply, sha256 } from './conversation.js';
import { BatchThreads, CONVERSATION_DAYS, type Earlier } from './batch-threads.js';
import type { NewMessage } from './new-message.js';

/** Of longer References the first, where the thread began, and the last ones count. */
const REFERENCES_MAX = 50;

interface Place {
  tenantId: TenantId;
  mailboxId: string;
}

type Dated = NewMessage & { sortedAt: Date };

/** A message that looks for its thread. */
interface Given extends Place {
  message: Dated;
  hashes: Buffer[];
  conversation: Buffer | null;
}

const ASKED = new RowParameters<Place & { hash: Buffer }>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  mailbox_id: { type: 'uuid', of: ({ mailboxId }) => mailboxId },
  hash: { type: 'bytea', of: ({ hash }) => hash },
});

// The limit makes it one look into the index for each that is asked: a join may read the whole table.
const THREADS = {
  name: 'threads-by-reference',
  text: `
    select asked.mailbox_id as "mailboxId", asked.hash, known.thread_id as "threadId"
      from ${ASKED.sql(1)} asked,
           lateral (
             select thread_id from thread_reference
              where tenant_id = asked.tenant_id and mailbox_id = asked.mailbox_id and message_id_hash = asked.hash
              limit 1
           ) known`,
};

// The collation is that of the index, so that no other index on the mailbox seems as good while it is new.
const CONVERSATIONS = {
  name: 'threads-by-conversation',
  text: `
    select (asked.n - 1)::int as index, found.thread_id as "threadId", found.sorted_at as at
      from unnest($1::text[], $2::uuid[], $3::bytea[], $4::timestamptz[]) with ordinality
             asked (tenant_id, mailbox_id, hash, at, n),
           lateral (
             select thread_id, sorted_at from mail_message
              where tenant_id collate "C" = asked.tenant_id and mailbox_id = asked.mailbox_id
                and conversation_hash = asked.hash
                and sorted_at between asked.at - make_interval(days => $5) and asked.at
              order by sorted_at desc limit 1
           ) found`,
};

/** Where a message belongs among the threads of its mailbox. */
export interface ThreadPlace {
  threadId: string;
  /** Of its own Message-ID and those that it refers to. */
  hashes: Buffer[];
  conversation: Buffer | null;
}

/**
 * Finds the threads of messages as if they came one after the other, each in its mailbox: that of a Message-ID that a message
 * has or refers to; for a reply without a known one, that of a message with the same subject and people within seven days;
 * else a new one. Threads that a message ties together become one: the oldest; `joined` is told
 * of the messages that are in another thread now. The mailboxes are locked.
 */
export async function placeInThreads(
  tx: SqlExecutor,
  messages: readonly { tenantId: TenantId; message: Dated }[],
  joined: (mailboxId: string, messageIds: readonly string[]) => void,
): Promise<ThreadPlace[]> {
  const given = messages.map(({ tenantId, message }): Given => {
    const hashes = referredIds(message).map(sha256);
    return { tenantId, mailboxId: message.mailboxId, message, hashes, conversation: conversationHash(message) };
  });
  const known = await findThreads(tx, given);
  const mailboxes = new Map(
    [...groupBy(given, ({ mailboxId }) => mailboxId)].map(([mailboxId, own]) => {
      return [mailboxId, { own, threads: new BatchThreads(known.get(mailboxId) ?? []) }];
    }),
  );
  const threadsOf = ({ mailboxId }: Place) => mailboxes.get(mailboxId)!.threads;
  const unplaced = given.filter(
    (one) => one.conversation && isReply(one.message.subject) && !threadsOf(one).knows(one.hashes),
  );
  const stored = await findByConversation(tx, unplaced);
  unplaced.forEach((one, index) => threadsOf(one).remember(one.message, stored.get(index)));
  for (const one of given) threadsOf(one).place(one.message, one.hashes, one.conversation, v7);
  for (const { own, threads } of mailboxes.values())
    for (const [into, others] of threads.joined())
      joined(own[0]!.mailboxId, await joinThreads(tx, own[0]!, into, others));
  return given.map((one) => ({
    threadId: threadsOf(one).of(one.message),
    hashes: one.hashes,
    conversation: one.conversation,
  }));
}

function referredIds({ messageId, inReplyTo, references = [] }: NewMessage): string[] {
  const last = references.slice(-(REFERENCES_MAX - 1));
  const ids = [messageId, inReplyTo, references[0], ...last].flatMap((id) => id || []);
  return [...new Set(ids)];
}

/** By mailbox. */
async function findThreads(
  tx: SqlExecutor,
  given: readonly Given[],
): Promise<Map<string, { hash: Buffer; threadId: string }[]>> {
  const asked = given.flatMap(({ tenantId, mailboxId, hashes }) =>
    hashes.map((hash) => ({ tenantId, mailboxId, hash })),
  );
  if (asked.length === 0) return new Map();
  const rows = await many<{ mailboxId: string; hash: Buffer; threadId: string }>(tx, THREADS, ASKED.values(asked));
  return groupBy(rows, ({ mailboxId }) => mailboxId);
}

/** Returns the ids of the messages that it moved. */
async function joinThreads(
  tx: SqlExecutor,
  { tenantId, mailboxId }: Place,
  into: string,
  others: readonly string[],
): Promise<string[]> {
  const update = (table: string) =>
    `update ${table} set thread_id = $3 where tenant_id = $1 and mailbox_id = $2 and thread_id = any ($4::uuid[])`;
  const parameters = [tenantId, mailboxId, into, others];
  const moved = await many<{ id: string }>(tx, `${update('mail_message')} returning id`, parameters);
  await exec(tx, update('thread_reference'), parameters);
  return moved.map(({ id }) => id);
}

/** For each that is asked, by its index, the last message of the conversation before it. */
async function findByConversation(tx: SqlExecutor, asked: readonly Given[]): Promise<Map<number, Earlier>> {
  if (asked.length === 0) return new Map();
  const rows = await many<Earlier & { index: number }>(tx, CONVERSATIONS, [
    asked.map(({ tenantId }) => tenantId),
    asked.map(({ mailboxId }) => mailboxId),
    asked.map(({ conversation }) => conversation),
    asked.map(({ message }) => message.sortedAt),
    CONVERSATION_DAYS,
  ]);
  return new Map(rows.map(({ index, ...earlier }) => [index, earlier]));
}

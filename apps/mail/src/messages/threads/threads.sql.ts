import { groupBy } from '#libs/core/jobs';
import {
  exec,
  many,
  prepared,
  RowParameters,
  rowsByKeys,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { CONVERSATION_DAYS, type Earlier } from './batch-threads.js';

/** A mailbox whose threads are looked up. */
export interface MailboxPlace {
  tenantId: TenantId;
  mailboxId: string;
}

/** A message that looks for its thread. */
export interface ThreadSeeker extends MailboxPlace {
  hashes: Buffer[];
  conversation: Buffer | null;
  message: { sortedAt: Date };
}

const ASKED = new RowParameters<MailboxPlace & { hash: Buffer }>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  mailbox_id: { type: 'uuid', of: ({ mailboxId }) => mailboxId },
  hash: { type: 'bytea', of: ({ hash }) => hash },
});

// The limit makes it one look into the index for each that is asked: a join may read the whole table.
const THREADS = prepared(
  'threads-by-reference',
  `
    select asked.mailbox_id as "mailboxId", asked.hash, known.thread_id as "threadId"
      from ${ASKED.sql(1)} asked,
           lateral (
             select thread_id from thread_reference
              where tenant_id = asked.tenant_id and mailbox_id = asked.mailbox_id and message_id_hash = asked.hash
              limit 1
           ) known`,
);

// The collation is that of the index, so that no other index on the mailbox seems as good while it is new.
const CONVERSATIONS = prepared(
  'threads-by-conversation',
  `
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
);

/** Finds threads by the hashes of Message-IDs, by mailbox. */
export async function findThreads(
  tx: SqlExecutor,
  given: readonly ThreadSeeker[],
): Promise<Map<string, { hash: Buffer; threadId: string }[]>> {
  const asked = given.flatMap(({ tenantId, mailboxId, hashes }) =>
    hashes.map((hash) => ({ tenantId, mailboxId, hash })),
  );
  if (asked.length === 0) return new Map();
  const rows = await many<{ mailboxId: string; hash: Buffer; threadId: string }>(tx, THREADS, ASKED.values(asked));
  return groupBy(rows, ({ mailboxId }) => mailboxId);
}

// The mailbox is locked, so that no row needs a lock to be where it was found. `collate "C"`: else an index of the mailbox alone seems as
// good while no statistics know the tables (decision 95).
const joinSql = (table: string): string => `
  update ${table} set thread_id = $3
   where ${rowsByKeys(table, { mailbox_id: '$2::uuid[]', thread_id: '$4::uuid[]' }, { tenant: '$1 collate "C"' })}`;

/** Moves the messages of threads into another one of the mailbox, which is locked. Returns the ids of the messages. */
export async function joinThreads(
  tx: SqlExecutor,
  { tenantId, mailboxId }: MailboxPlace,
  into: string,
  others: readonly string[],
): Promise<string[]> {
  const parameters = [tenantId, others.map(() => mailboxId), into, others];
  const moved = await many<{ id: string }>(tx, `${joinSql('mail_message')} returning id`, parameters);
  await exec(tx, joinSql('thread_reference'), parameters);
  return moved.map(({ id }) => id);
}

/** Finds the last message of the conversation before each message, by the index of the message. */
export async function findByConversation(
  tx: SqlExecutor,
  asked: readonly ThreadSeeker[],
): Promise<Map<number, Earlier>> {
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

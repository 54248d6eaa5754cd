import { v7 } from 'uuid';
import { groupBy } from '#libs/core/jobs';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { conversationHash, isReply, sha256 } from './conversation.js';
import { BatchThreads, type DatedMessage } from './batch-threads.js';
import type { NewMessage } from '../store/new-message.js';
import { findByConversation, findThreads, joinThreads, type MailboxPlace, type ThreadSeeker } from './threads.sql.js';

/** Ids of References that count: of a longer list the first, where the thread began, and the last ones. */
const REFERENCES_MAX = 50;

interface Given extends ThreadSeeker {
  message: DatedMessage;
}

/** Place of a message among the threads of its mailbox. */
export interface ThreadPlace {
  threadId: string;
  /** Hashes of its own Message-ID and those that it refers to. */
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
  messages: readonly { tenantId: TenantId; message: DatedMessage }[],
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
  const threadsOf = ({ mailboxId }: MailboxPlace) => mailboxes.get(mailboxId)!.threads;
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

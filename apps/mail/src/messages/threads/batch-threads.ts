import { isReply } from './conversation.js';
import type { NewMessage } from '../store/new-message.js';

/** Days within which a reply without references finds its conversation. */
export const CONVERSATION_DAYS = 7;

const CONVERSATION_MS = CONVERSATION_DAYS * 86_400_000;

/** A message of a conversation: its thread, and when it was. */
export interface Earlier {
  threadId: string;
  at: Date;
}

/** A message with the time by which it is sorted. */
export type DatedMessage = NewMessage & { sortedAt: Date };

/** The threads of a mailbox that some messages touch, while these are placed one after the other. */
export class BatchThreads {
  /** Threads by the hash of a Message-ID. */
  readonly #byHash: Map<string, string>;
  /** A thread that has become part of another → that one. */
  readonly #into = new Map<string, string>();
  readonly #ofMessage = new Map<DatedMessage, string>();
  readonly #stored = new Map<DatedMessage, Earlier>();
  /** Messages that are placed, by the hash of their conversation. */
  readonly #conversations = new Map<string, Earlier[]>();

  constructor(known: readonly { hash: Buffer; threadId: string }[]) {
    this.#byHash = new Map(known.map(({ hash, threadId }) => [hash.toString('latin1'), threadId]));
  }

  knows(hashes: readonly Buffer[]): boolean {
    return hashes.some((hash) => this.#byHash.has(hash.toString('latin1')));
  }

  /** Adds an earlier message of the conversation, found in the database. */
  remember(message: DatedMessage, earlier: Earlier | undefined): void {
    if (earlier) this.#stored.set(message, earlier);
  }

  place(message: DatedMessage, hashes: readonly Buffer[], conversation: Buffer | null, newThread: () => string): void {
    const keys = hashes.map((hash) => hash.toString('latin1'));
    const known = keys.flatMap((key) => this.#byHash.get(key) ?? []).map((thread) => this.#current(thread));
    // Ids of threads are UUIDv7, so the least is the oldest.
    const [oldest, ...others] = [...new Set(known)].toSorted();
    for (const other of others) this.#into.set(other, oldest!);
    const thread = oldest ?? this.#ofConversation(message, conversation) ?? newThread();
    for (const key of keys) this.#byHash.set(key, thread);
    this.#ofMessage.set(message, thread);
    if (!conversation) return;
    const key = conversation.toString('latin1');
    const earlier = this.#conversations.get(key) ?? [];
    earlier.push({ threadId: thread, at: message.sortedAt });
    this.#conversations.set(key, earlier);
  }

  /** The thread of a message that is placed. */
  of(message: DatedMessage): string {
    return this.#current(this.#ofMessage.get(message)!);
  }

  /** Returns each thread that others have become part of, with the others. */
  joined(): Map<string, string[]> {
    const joined = new Map<string, string[]>();
    for (const thread of this.#into.keys()) {
      const into = this.#current(thread);
      joined.set(into, [...(joined.get(into) ?? []), thread]);
    }
    return joined;
  }

  #current(thread: string): string {
    let current = thread;
    for (let into = this.#into.get(current); into; into = this.#into.get(current)) current = into;
    return current;
  }

  #ofConversation(message: DatedMessage, conversation: Buffer | null): string | undefined {
    if (!conversation || !isReply(message.subject)) return undefined;
    const until = message.sortedAt.getTime();
    let last = this.#stored.get(message);
    for (const earlier of this.#conversations.get(conversation.toString('latin1')) ?? []) {
      const at = earlier.at.getTime();
      if (at > until || at < until - CONVERSATION_MS) continue;
      if (!last || at >= last.at.getTime()) last = earlier;
    }
    return last && this.#current(last.threadId);
  }
}

import type { Authenticated } from './sender-verdicts.js';

/** A question about a message: from where it came, and who we are. */
export interface SenderQuestion {
  ip: string;
  helo: string;
  mta: string;
  sender: string;
}

/** Sent to the thread. Several messages are checked at the same time; `id` says which one this is about. */
export type ToSenderThread =
  /** Question about a message. If it has no content, the thread asks for chunks of it. */
  | { kind: 'check'; id: number; question: SenderQuestion; content: Uint8Array | null }
  /** The next chunk; null: there is none. */
  | { kind: 'chunk'; id: number; chunk: Uint8Array | null }
  | { kind: 'records'; id: number; query: number; answer: RecordsAnswer };

/** The answer of DNS to a query; `isAbsent` if it says that there is no such record. */
export type RecordsAnswer = { records: unknown } | { code: string | undefined; message: string; isAbsent: boolean };

/** Sent by the thread. */
export type FromSenderThread =
  | { kind: 'next-chunk'; id: number }
  | { kind: 'look-up'; id: number; query: number; name: string; type: string }
  | { kind: 'checked'; id: number; found: Authenticated }
  | { kind: 'failed'; id: number; message: string };

/** Memory that the thread shares: when its event loop went round last, 0 while it has nothing to do. */
export const BEAT_BYTES = 8;
export const IDLE = 0n;

/** The heap of the thread. Messages of which it has the bytes are outside of it. */
export const SENDER_THREAD_MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 } as const;

import { Readable } from 'node:stream';
import { LimitedThread, type ThreadEnded, type ThreadNotStarted } from '#libs/core/process';
import { isAbsence } from './sender-records.js';
import { type SenderVerdicts, verdictsOf } from './sender-verdicts.js';
import { Outgoing } from './outgoing.js';
import {
  BEAT_BYTES,
  type FromSenderThread,
  IDLE,
  type RecordsAnswer,
  SENDER_THREAD_MEMORY,
  type SenderQuestion,
  type ToSenderThread,
} from './sender-thread-messages.js';

const THREAD_FILE = new URL('./sender-thread-entry.js', import.meta.url);

/** A message to check. */
export interface SenderCase {
  question: SenderQuestion;
  content: Readable | Buffer;
  /** Asks DNS, as `dns.resolve` does. */
  lookUp: (name: string, type: string) => Promise<unknown>;
}

/** The check of a message failed because of the message; the thread goes on. */
export class SenderUnreadable extends Error {}

interface Running extends Omit<SenderCase, 'question'> {
  chunks: AsyncIterator<Buffer> | undefined;
  resolve: (verdicts: SenderVerdicts) => void;
  reject: (error: unknown) => void;
}

/** A thread that checks senders of several messages at the same time, most of which wait for DNS. */
export class SenderThread {
  private readonly shared = new SharedArrayBuffer(BEAT_BYTES);
  private readonly beat = new BigInt64Array(this.shared);
  private readonly thread: LimitedThread<ToSenderThread[], FromSenderThread[]>;
  private readonly outgoing: Outgoing<ToSenderThread>;
  private readonly running = new Map<number, Running>();
  private last = 0;
  private end: ThreadEnded | ThreadNotStarted | undefined;

  /** @param maxMs how long the thread may do nothing but one piece of work of a message */
  constructor(
    private readonly maxMs: number,
    file = THREAD_FILE,
  ) {
    this.thread = new LimitedThread(file, {
      name: 'checking senders',
      data: this.shared,
      memory: SENDER_THREAD_MEMORY,
      onMessage: (messages) => messages.forEach((message) => this.onMessage(message)),
      onEnd: (reason) => this.onEnd(reason),
    });
    this.outgoing = new Outgoing((messages, transferred) => this.thread.post(messages, transferred));
  }

  /** False once it has ended: it takes no message any more. */
  get isAlive(): boolean {
    return this.end === undefined;
  }

  /**
   * @throws ThreadEnded and ThreadNotStarted for every message that the thread had, whichever was to blame; SenderUnreadable; what
   *   reading the message throws
   */
  async check({ question, ...rest }: SenderCase): Promise<SenderVerdicts> {
    if (this.end) throw this.end;
    const id = (this.last += 1);
    const { content } = rest;
    try {
      return await new Promise((resolve, reject) => {
        const chunks =
          content instanceof Readable ? (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]() : undefined;
        this.running.set(id, { ...rest, chunks, resolve, reject });
        if (this.running.size === 1) this.thread.watch(this.maxMs, () => this.begunAt());
        const bytes = content instanceof Readable ? null : copyOf(content);
        this.outgoing.add({ kind: 'check', id, question, content: bytes }, bytes?.buffer);
      });
    } finally {
      this.running.delete(id);
      if (this.running.size === 0) this.thread.unwatch();
      if (content instanceof Readable) content.destroy();
    }
  }

  /** Resolves when the thread has ended. */
  get ended(): Promise<void> {
    return this.thread.ended;
  }

  async terminate(): Promise<void> {
    await this.thread.terminate();
  }

  private begunAt(): bigint | undefined {
    const beat = Atomics.load(this.beat, 0);
    return beat === IDLE ? undefined : beat;
  }

  private onMessage(message: FromSenderThread): void {
    const running = this.running.get(message.id);
    if (!running) return;
    if (message.kind === 'checked') running.resolve(verdictsOf(message.found));
    else if (message.kind === 'failed') running.reject(new SenderUnreadable(message.message));
    else if (message.kind === 'look-up') void this.lookUp(running, message);
    else void this.readOn(running, message.id);
  }

  private async lookUp(
    { lookUp }: Running,
    { id, query, name, type }: Extract<FromSenderThread, { kind: 'look-up' }>,
  ): Promise<void> {
    const answer = await lookUp(name, type).then(
      (records): RecordsAnswer => ({ records }),
      (error: NodeJS.ErrnoException): RecordsAnswer => ({
        code: error.code,
        message: error.message,
        isAbsent: isAbsence(error),
      }),
    );
    if (this.isAlive) this.outgoing.add({ kind: 'records', id, query, answer });
  }

  private async readOn({ chunks, reject }: Running, id: number): Promise<void> {
    try {
      const next = await chunks!.next();
      const chunk = next.done ? null : copyOf(next.value);
      if (this.isAlive) this.outgoing.add({ kind: 'chunk', id, chunk }, chunk?.buffer);
    } catch (error) {
      reject(error);
    }
  }

  private onEnd(reason: ThreadEnded | ThreadNotStarted): void {
    this.end = reason;
    for (const { reject } of this.running.values()) reject(reason);
  }
}

/** Bytes of their own, which can be given to a thread: a Buffer may be a part of the memory of others. */
const copyOf = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

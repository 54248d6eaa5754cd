import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { LimitedThread, ThreadEnded, ThreadNotStarted } from '#libs/core/process';
import {
  BEAT_BYTES,
  IDLE,
  MASK_THREAD_MEMORY,
  type MaskedChunk,
  type MaskReply,
  type MaskRequest,
} from './mask-thread-messages.js';
import { UnreadableRecording } from './recorded-events.js';

const THREAD_FILE = new URL('./mask-thread-entry.js', import.meta.url);

/** Processor time that one chunk may take. */
const CHUNK_MS = 2_000;
/** Chunks that wait; more are to come again. */
const MOST_WAITING = 200;
const RETRY_AFTER = '5';

interface Running {
  resolve(reply: MaskReply): void;
  reject(reason: unknown): void;
}

/** Masks recordings of strangers in a thread, one chunk after another. A chunk that takes too much ends the thread, and no other. */
@Injectable()
export class MaskThread implements OnApplicationShutdown {
  private readonly oneByOne = pLimit(1);
  private readonly shared = new SharedArrayBuffer(BEAT_BYTES);
  private readonly beat = new BigInt64Array(this.shared);
  private thread: LimitedThread<MaskRequest, MaskReply> | undefined;
  private running: Running | undefined;

  /** @throws UnreadableRecording also for a chunk that takes too much time or memory, Problem ServiceUnavailable */
  async mask(request: MaskRequest, maxMs = CHUNK_MS): Promise<MaskedChunk> {
    if (this.oneByOne.pendingCount >= MOST_WAITING) throw unavailable();
    const reply = await this.oneByOne(() => this.run(request, maxMs));
    if ('unreadable' in reply) throw new UnreadableRecording(reply.unreadable);
    return reply.chunk;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread?.terminate();
  }

  private async run(request: MaskRequest, maxMs: number): Promise<MaskReply> {
    const thread = (this.thread ??= this.start());
    try {
      return await new Promise((resolve, reject) => {
        this.running = { resolve, reject };
        thread.watch(maxMs, () => this.begunAt());
        thread.post(request);
      });
    } catch (error) {
      if (error instanceof ThreadNotStarted) throw unavailable(error);
      if (!(error instanceof ThreadEnded) || error.limit === undefined) throw error;
      logger.warn('A recording took too much to mask', { error });
      throw new UnreadableRecording('The recording takes too much to read', { cause: error });
    } finally {
      this.running = undefined;
      thread.unwatch();
    }
  }

  private start(): LimitedThread<MaskRequest, MaskReply> {
    Atomics.store(this.beat, 0, IDLE);
    const thread = new LimitedThread<MaskRequest, MaskReply>(THREAD_FILE, {
      name: 'masking recordings',
      data: this.shared,
      memory: MASK_THREAD_MEMORY,
      onMessage: (reply) => this.running?.resolve(reply),
      onEnd: (reason) => {
        if (this.thread === thread) this.thread = undefined;
        this.running?.reject(reason);
      },
    });
    return thread;
  }

  private begunAt(): bigint | undefined {
    const begun = Atomics.load(this.beat, 0);
    return begun === IDLE ? undefined : begun;
  }
}

const unavailable = (cause?: unknown): Problem =>
  new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });

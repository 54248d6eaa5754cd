import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { TaskThread, ThreadBusy, ThreadNotStarted, tookTooMuch } from '#libs/core/process';
import { MASK_THREAD_MEMORY, type MaskedChunk, type MaskReply, type MaskRequest } from './mask-thread-messages.js';
import { UnreadableRecording } from './recorded-events.js';

const THREAD_FILE = new URL('./mask-thread-entry.js', import.meta.url);

/** Processor time that one chunk may take. */
const CHUNK_MS = 2_000;
/** Chunks that wait; more are to come again. */
const MOST_WAITING = 200;
const RETRY_AFTER = '5';

/** Masks recordings of strangers in a thread, one chunk after another. A chunk that takes too much ends the thread, and no other. */
@Injectable()
export class MaskThread implements OnApplicationShutdown {
  private readonly thread = new TaskThread<MaskRequest, MaskReply>(THREAD_FILE, {
    name: 'masking recordings',
    memory: MASK_THREAD_MEMORY,
    maxWaiting: MOST_WAITING,
  });

  /** @throws UnreadableRecording also for a chunk that takes too much time or memory, Problem ServiceUnavailable */
  async mask(request: MaskRequest, maxMs = CHUNK_MS): Promise<MaskedChunk> {
    const reply = await this.run(request, maxMs);
    if ('unreadable' in reply) throw new UnreadableRecording(reply.unreadable);
    return reply.chunk;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.terminate();
  }

  private async run(request: MaskRequest, maxMs: number): Promise<MaskReply> {
    try {
      return await this.thread.run(() => request, maxMs);
    } catch (error) {
      if (error instanceof ThreadBusy || error instanceof ThreadNotStarted) throw unavailable(error);
      if (!tookTooMuch(error)) throw error;
      logger.warn('A recording took too much to mask', { error });
      throw new UnreadableRecording('The recording takes too much to read', { cause: error });
    }
  }
}

const unavailable = (cause?: unknown): Problem =>
  new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });

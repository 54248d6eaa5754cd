import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidMail } from '#libs/mail/email';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { TaskThread, ThreadBusy, ThreadNotStarted, tookTooMuch } from '#libs/core/process';
import type { RawParts } from './raw-parts.js';

const THREAD_FILE = new URL('./raw-thread-entry.js', import.meta.url);

/** The heap of the thread; the message itself is outside of it. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 } as const;
/** Processor time that one message may take. */
const MESSAGE_MS = 10_000;
const MOST_WAITING = 500;
const RETRY_AFTER = '5';

/** Reads what is in messages that others wrote, in a thread: one that takes too much is refused, and holds up no request. */
@Injectable()
export class RawReader implements OnApplicationShutdown {
  private readonly thread = new TaskThread<Uint8Array<ArrayBuffer>, RawParts>(THREAD_FILE, {
    name: 'reading raw messages',
    memory: MEMORY,
    maxWaiting: MOST_WAITING,
  });

  /**
   * @param open gives the message when its turn has come
   * @throws InvalidMail for a message that takes too much time or memory, Problem ServiceUnavailable, and what `open` throws
   */
  async read(open: () => Buffer | Promise<Buffer>, maxMs = MESSAGE_MS): Promise<RawParts> {
    try {
      return await this.thread.run(
        async () => new Uint8Array(await open()),
        maxMs,
        ({ buffer }) => [buffer],
      );
    } catch (error) {
      if (error instanceof ThreadBusy || error instanceof ThreadNotStarted)
        throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause: error });
      if (!tookTooMuch(error)) throw error;
      logger.warn('A raw message took too much to read', { error });
      throw new InvalidMail('raw', 'takes too much time or memory to read');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.terminate();
  }
}

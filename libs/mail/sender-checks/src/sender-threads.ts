import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { logger } from '#libs/core/observability';
import { ThreadEnded } from '#libs/core/process';
import { type SenderCase, SenderThread } from './sender-thread.js';
import type { SenderVerdicts } from './sender-verdicts.js';

/** How long one piece of work of a message may hold up the others, and how long one that is checked alone may take (milliseconds). */
const TOGETHER_MS = 2_000;
const ALONE_MS = 10_000;

/** Messages that wait to be checked alone; more are tried again later. */
const MOST_ALONE = 100;

/** The message takes more time or memory than the check of a sender may. */
export class SenderTooHeavy extends Error {}

/** Too many messages wait to be checked alone. */
export class SendersBusy extends Error {}

/**
 * Checks senders in a thread. If it is terminated, it is not known which of its messages was to blame: each is then checked alone, in
 * another thread, and the one that ends that as well is too heavy.
 */
@Injectable()
export class SenderThreads implements OnApplicationShutdown {
  private together: SenderThread | undefined;
  private apart: SenderThread | undefined;
  private readonly alone = pLimit(1);
  private readonly threads = new Set<SenderThread>();
  private isClosed = false;

  /** @param open may be called twice @throws SenderTooHeavy, SendersBusy, SenderUnreadable, what opening and reading it throws */
  async check(
    open: () => Promise<SenderCase>,
    limits = { togetherMs: TOGETHER_MS, aloneMs: ALONE_MS },
  ): Promise<SenderVerdicts> {
    const message = await open();
    if (!this.together?.isAlive) this.together = this.start(limits.togetherMs);
    try {
      return await this.together.check(message);
    } catch (error) {
      if (!isLimit(error) || this.isClosed) throw error;
      logger.warn('A thread that checks senders was terminated', { error });
    }
    if (this.alone.pendingCount >= MOST_ALONE) throw new SendersBusy('Too many senders wait to be checked');
    return this.alone(async () => this.checkAlone(await open(), limits.aloneMs));
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  private async checkAlone(message: SenderCase, maxMs: number): Promise<SenderVerdicts> {
    if (!this.apart?.isAlive) this.apart = this.start(maxMs);
    try {
      return await this.apart.check(message);
    } catch (error) {
      if (!isLimit(error)) throw error;
      throw new SenderTooHeavy('The sender of a message takes too much to check', { cause: error });
    } finally {
      if (this.alone.pendingCount === 0) await this.apart.terminate();
    }
  }

  private start(maxMs: number): SenderThread {
    const thread = new SenderThread(maxMs);
    this.threads.add(thread);
    void thread.ended.then(() => this.threads.delete(thread));
    return thread;
  }
}

const isLimit = (error: unknown): boolean => error instanceof ThreadEnded && error.limit !== undefined;

import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { logger, metrics } from '#libs/core/observability';
import { Database, exec, many, maybe, one, type SqlExecutor } from '#libs/core/persistence';
import { Every } from '../handlers/every.js';
import {
  CURRENT_HOLD,
  END_HOLD,
  INSERT_HOLD,
  IS_LEFT_OUT,
  LIST_HOLDS,
  RELEASE_HOLD,
  TAKE_BACK_JOBS,
} from './queue-hold.sql.js';

/** For the jobs of before a hold whose repetition somebody outside would see: leave them out, or run them. */
export const PENDING_CHOICES = ['cancel', 'send'] as const;

export type PendingChoice = (typeof PENDING_CHOICES)[number];

/** A hold as the operator sees it. */
export interface Hold {
  id: string;
  heldAt: Date;
  backupAt: Date | null;
  reason: string;
  pending: PendingChoice | null;
  releasedAt: Date | null;
  cancelled: number;
  endedAt: Date | null;
}

const READ_EVERY_MS = 2_000;
const LOG_EVERY_MS = 60_000;
const LISTED = 20;

/** Puts the queues of a database on hold, before any process of the app runs on it. */
export async function holdQueues(tx: SqlExecutor, reason: string, backupAt: Date | null): Promise<Hold> {
  await exec(tx, END_HOLD);
  await exec(tx, TAKE_BACK_JOBS);
  return one(tx, INSERT_HOLD, [reason, backupAt]);
}

/**
 * Asks for the release of a hold; a process that runs queues does it. Until it is done another choice may be made. Undefined if none
 * is on, or this choice was made already.
 */
export async function releaseQueues(tx: SqlExecutor, pending: PendingChoice): Promise<Hold | undefined> {
  return maybe(tx, RELEASE_HOLD, [pending]);
}

/** The hold that is on. */
export async function currentHold(tx: SqlExecutor): Promise<Hold | undefined> {
  return maybe(tx, CURRENT_HOLD);
}

/**
 * Whether the app's queues are on hold: then no job runs, in no process, because none can claim one. Jobs that are enqueued
 * wait. See docs/decisions/0070-a-restored-outbox-is-on-hold.md.
 */
@Injectable()
export class QueueHolds implements OnModuleInit, OnModuleDestroy {
  /** True until it is certain that there is none. */
  private held = true;
  private loggedAt = -Infinity;
  private readonly stopGauge: () => void;

  constructor(private readonly database: Database) {
    const isHeld = () => this.held;
    this.stopGauge = metrics.observeGauge({
      name: 'queue_hold',
      help: '1 while the queues are on hold after a restore',
      collect() {
        this.set(isHeld() ? 1 : 0);
      },
    });
  }

  /** For work that is not a job. Up to two seconds late. */
  get isHeld(): boolean {
    return this.held;
  }

  async onModuleInit(): Promise<void> {
    await this.read().catch((error: unknown) => logger.warn('Whether the queues are on hold is not known', { error }));
  }

  onModuleDestroy(): void {
    this.stopGauge();
  }

  @Every({ every: READ_EVERY_MS, in: 'all', whileHeld: 'runs' })
  async read(): Promise<void> {
    const hold = await this.current();
    this.held = hold !== undefined;
    if (hold && performance.now() - this.loggedAt > LOG_EVERY_MS) {
      this.loggedAt = performance.now();
      logger.warn('The queues are on hold: nothing is sent until an operator releases them', { reason: hold.reason });
    }
  }

  async current(): Promise<Hold | undefined> {
    return this.database.statement(currentHold);
  }

  /**
   * Whether what happened then is to cause no more mail: it was there when the database was restored, the mail may have been
   * sent, and the operator did not choose to send it. For work that repeats after a restore and writes mail.
   */
  async isLeftOut(at: Date): Promise<boolean> {
    return this.database.statement(
      async (pool) => (await one<{ isLeftOut: boolean }>(pool, IS_LEFT_OUT, [at])).isLeftOut,
    );
  }

  /** Newest first: the one that is on, and some that have ended. */
  async list(): Promise<Hold[]> {
    return this.database.statement((pool) => many(pool, LIST_HOLDS, [LISTED]));
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { ReloadedCopy } from '#libs/core/copies';
import { RuntimeConfig } from '../config.js';
import { SiteMetrics } from './site.metrics.js';
import { type Change, SiteRepository } from './site.repository.js';

/** Interval of reading, within which a process sees a change (milliseconds). */
const POLL_MS = 500;
/** How long the log keeps a change (seconds). */
const KEEP_SECONDS = 7_200;
const CLEAN_MS = 600_000;
/** A process that could not read the log for longer may have missed changes (milliseconds). */
const MISSED_AFTER_MS = (KEEP_SECONDS - 3_600) * 1_000;

/** Is told what changed, in the order of registration. A listener that throws gets the same changes again. */
export interface ChangeListener {
  apply(changes: readonly Change[]): Promise<void>;
  /** Changes may have been missed: everything in memory may be old. */
  reset(): Promise<void>;
}

/**
 * Follows the log of changes: one small statement in each interval, whatever the traffic. While Postgres is away it is
 * {@link isBehind}, and what is in memory is served as it was.
 */
@Injectable()
export class SiteChanges implements OnModuleInit {
  private readonly log = new ReloadedCopy('published pages', () => this.read());
  private readonly listeners: ChangeListener[] = [];
  private horizon: string | undefined;
  private known: ReadonlySet<string> = new Set();

  constructor(
    private readonly repository: SiteRepository,
    private readonly metrics: SiteMetrics,
    private readonly config: RuntimeConfig,
  ) {
    metrics.observeAge(() => (this.isBehind ? this.log.ageMs : 0));
  }

  /** True if the last reading failed: answers from memory may be old. */
  get isBehind(): boolean {
    return this.log.isBehind;
  }

  /** Call it in a constructor: the first reading comes after. */
  follow(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** The log is read from before anything is loaded, so that no change falls between. */
  async onModuleInit(): Promise<void> {
    if (!this.config.answersHttp) return;
    await this.log.start();
    for (const listener of this.listeners) await listener.reset();
  }

  @Every({ every: POLL_MS, in: 'all', whileHeld: 'runs' })
  async poll(): Promise<void> {
    if (!this.config.answersHttp) return;
    await this.log.poll();
  }

  @Every({ every: CLEAN_MS })
  async clean(): Promise<void> {
    await this.repository.deleteOldChanges(KEEP_SECONDS);
  }

  private async read(): Promise<void> {
    const last = this.horizon;
    const { horizon, changes } = await this.repository.readChanges(last ?? MAX_BIGINT);
    if (last !== undefined) await this.pass(last, horizon, changes);
    this.horizon = horizon;
    this.known = new Set(changes.map(({ id }) => id));
  }

  private async pass(last: string, horizon: string, changes: readonly Change[]): Promise<void> {
    // Another database, such as one restored from a backup, has other transactions.
    const isOther = BigInt(horizon) < BigInt(last);
    if (isOther || this.log.ageMs > MISSED_AFTER_MS) {
      for (const listener of this.listeners) await listener.reset();
      return;
    }
    const unknown = changes.filter(({ id }) => !this.known.has(id));
    if (unknown.length === 0) return;
    this.metrics.changed(unknown.length);
    for (const listener of this.listeners) await listener.apply(unknown);
  }
}

/** No transaction has it: the first reading is for its horizon alone. */
const MAX_BIGINT = '9223372036854775807';

import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database, DatabaseUnavailable, type TenantId, tryLockKey } from '#libs/core/persistence';
import type { Moment } from '../effects/acting.js';
import { type EnrollmentChange } from '../enrollments/enrollment-change.js';
import { takeDue, takeOne } from '../enrollments/enrollment.sql.js';
import { leftOutUntil, listDueTenants, nextDueAt } from './due-work.sql.js';
import { DailySteps } from './daily-steps.js';
import { FailedSteps } from './failed-steps.js';
import { JourneyAdvance } from './journey-advance.js';
import { JourneyClock } from './journey-clock.js';
import { JourneyWakeup } from './journey-wakeup.js';

const TICK_MS = 100;
/** Longest time between two looks while no enrollment is due. An enrollment that this process makes due wakes the engine. */
const REST_MS = 2_000;
/** Time until the next look if others have all that is due. */
const RETRY_MS = 500;
/** Enrollments of a tenant that are advanced in one transaction. */
const BATCH = 200;
/** Tenants that a process works on at a time. */
const AT_ONCE = 2;
/** Outcome of a turn in which nothing was done. */
const NOTHING: { changes: readonly EnrollmentChange[]; postponed: number } = { changes: [], postponed: 0 };
const LATENESS_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 600, 3_600];

/**
 * Takes forward everybody in journeys whose time has come. Their rows are the queue: a batch of each tenant with due work in turn,
 * in one transaction, so that what a killed process was at is as before. See docs/decisions/0127-the-engine-of-journeys.md.
 */
@Injectable()
export class JourneyEngine implements OnModuleDestroy {
  /** When to look again, by the clock of the process. */
  private restsUntil = -Infinity;
  /** Tenant at which the last look ended. */
  private after = '';
  private latenessMs = 0;
  private due = 0;

  private readonly lateness = metrics.registerHistogram({
    name: 'crm_journey_step_lateness_seconds',
    help: 'How long after its time a contact in a journey went on',
    buckets: LATENESS_BUCKETS,
  });

  private readonly stopGauges: readonly (() => void)[];

  constructor(
    private readonly database: Database,
    private readonly advance: JourneyAdvance,
    private readonly failed: FailedSteps,
    private readonly clock: JourneyClock,
    private readonly wakeup: JourneyWakeup,
    private readonly dailySteps: DailySteps,
  ) {
    const [latenessMs, due] = [() => this.latenessMs, () => this.due];
    this.stopGauges = [
      metrics.observeGauge({
        name: 'crm_journey_oldest_due_seconds',
        help: 'How long the contact in a journey has been due that waits the longest',
        collect() {
          this.set(latenessMs() / 1_000);
        },
      }),
      metrics.observeGauge({
        name: 'crm_journey_due',
        help: 'Contacts in journeys that were due at the last look, counted up to 1,000',
        collect() {
          this.set(due());
        },
      }),
    ];
  }

  onModuleDestroy(): void {
    for (const stop of this.stopGauges) stop();
  }

  @Every({ every: TICK_MS })
  async tick(signal?: AbortSignal): Promise<void> {
    if (!this.wakeup.take() && performance.now() < this.restsUntil) return;
    const isStopped = () => signal?.aborted === true;
    while (!isStopped() && (await this.round(isStopped)) > 0);
  }

  /** Gives each tenant with due work a turn. Returns how many enrollments were taken forward, or moved to the next day. */
  async round(isStopped: () => boolean = () => false): Promise<number> {
    const now = this.clock.now();
    const next = await this.database.statement(nextDueAt);
    this.latenessMs = next === null ? 0 : Math.max(0, now.getTime() - next.getTime());
    if (next === null || next > now) {
      this.due = 0;
      this.restsUntil = performance.now() + Math.min(REST_MS, next ? next.getTime() - now.getTime() : REST_MS);
      return 0;
    }
    const { tenants, after, due } = await this.database.system((tx) => listDueTenants(tx, now, this.after));
    this.after = after;
    this.due = due;
    const moment = { now, leftOutUntil: await this.database.statement(leftOutUntil) };
    const line = [...tenants];
    let count = 0;
    const work = async (): Promise<void> => {
      for (let tenantId = line.shift(); tenantId && !isStopped(); tenantId = line.shift())
        count += await this.turn(tenantId, moment);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (count === 0) this.restsUntil = performance.now() + RETRY_MS;
    return count;
  }

  /** Takes a batch of a tenant forward; if that fails, one by one. Returns how many went forward. */
  private async turn(tenantId: TenantId, moment: Moment): Promise<number> {
    try {
      return await this.batch(tenantId, moment);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      logger.warn('A batch of journeys failed; it is tried one by one', { error, tenantId });
      return this.oneByOne(tenantId, moment);
    }
  }

  private async batch(tenantId: TenantId, moment: Moment): Promise<number> {
    const { changes, postponed } = await this.database.tenant(tenantId, async (tx) => {
      // One process at a time: the cap of messages and the steps of a day are counted here.
      if (!(await tryLockKey(tx, 'journey advance', tenantId))) return NOTHING;
      if (await this.dailySteps.areDone(tx, tenantId, moment.now))
        return { ...NOTHING, postponed: await this.dailySteps.postpone(tx, tenantId, moment.now) };
      const due = await takeDue(tx, tenantId, moment.now, BATCH);
      return due.length === 0
        ? NOTHING
        : { ...NOTHING, changes: await this.advance.advance(tx, tenantId, due, moment) };
    });
    this.observe(changes);
    return changes.length + postponed;
  }

  private async oneByOne(tenantId: TenantId, moment: Moment): Promise<number> {
    const due = await this.database.tenant(tenantId, (tx) => takeDue(tx, tenantId, moment.now, BATCH));
    let count = 0;
    for (const { id } of due) count += await this.single(tenantId, id, moment);
    return count;
  }

  private async single(tenantId: TenantId, id: string, moment: Moment): Promise<number> {
    try {
      const changes = await this.database.tenant(tenantId, async (tx) => {
        if (!(await tryLockKey(tx, 'journey advance', tenantId))) return [];
        const enrollment = await takeOne(tx, tenantId, id);
        if (!enrollment?.dueAt || enrollment.dueAt > moment.now) return [];
        return this.advance.advance(tx, tenantId, [enrollment], moment);
      });
      this.observe(changes);
      return changes.length;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      await this.failed.record(tenantId, id, error, moment.now);
      return 1;
    }
  }

  private observe(changes: readonly EnrollmentChange[]): void {
    for (const { before, now } of changes)
      if (before.dueAt) this.lateness.observe((now.getTime() - before.dueAt.getTime()) / 1_000);
  }
}

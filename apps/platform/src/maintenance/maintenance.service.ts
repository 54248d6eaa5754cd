import { Injectable } from '@nestjs/common';
import { Every } from '#libs/jobs';
import { logger, metrics } from '#libs/observability';
import { PlatformConfig } from '../config.js';
import { monthAfter, MonthsRepository, MONTHLY_TABLES, type MonthlyTable } from './months.repository.js';

/** Often enough that a process which lives for a night does it; most runs find nothing to do. */
const EVERY_MS = 3_600_000;
const MONTHS_AHEAD = 12;
const DAY_MS = 86_400_000;
const FORGETS_A_RUN = 100;

export interface Maintained {
  added: string[];
  dropped: string[];
  /** Months whose time is over and in which something still waits. */
  kept: string[];
  forgotten: number;
}

/**
 * Keeps the tables that grow: makes the months to come, drops those that are over for longer than the configuration
 * wants them kept, and forgets what carriers called messages. Any number of processes may do it at the same time.
 */
@Injectable()
export class Maintenance {
  private readonly dropped = metrics.registerCounter({
    name: 'retention_months_total',
    help: 'Months of tables whose time was over, by what became of them',
    labelNames: ['table', 'outcome'],
  });

  constructor(
    private readonly months: MonthsRepository,
    private readonly config: PlatformConfig,
  ) {}

  @Every({ every: EVERY_MS })
  async runNow(): Promise<void> {
    await this.run();
  }

  /** Does what there is to do. What fails, such as a lock that is not had, is left to the next time. */
  async run(now = new Date()): Promise<Maintained> {
    const done: Maintained = { added: [], dropped: [], kept: [], forgotten: 0 };
    const months = await this.months.list();
    for (const table of Object.keys(MONTHLY_TABLES) as MonthlyTable[]) {
      await this.addAhead(table, months.get(table) ?? [], now, done);
    }
    await this.dropMessages(months, cutOff(now, this.config.keepMessagesDays), done);
    await this.dropDeliveries(months, cutOff(now, this.config.keepWebhookDeliveriesDays), done);
    done.forgotten = await this.forgetCarriers();
    return done;
  }

  private async addAhead(table: MonthlyTable, known: readonly Date[], now: Date, done: Maintained): Promise<void> {
    const times = new Set(known.map(Number));
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
      const month = monthAfter(now, ahead);
      if (times.has(Number(month))) continue;
      await this.attempt(`${table} could not be given another month`, () => this.months.add(table, month));
      done.added.push(nameOf(table, month));
    }
  }

  /** A month whose messages stay keeps its events, too. Content goes a month later: its calls may reach into the next. */
  private async dropMessages(months: ReadonlyMap<string, Date[]>, before: Date, done: Maintained): Promise<void> {
    const waiting = await this.drop('message', monthsBefore(months.get('message'), before), done);
    for (const table of ['message_event', 'message_feedback', 'message_content'] as const) {
      const over = monthsBefore(months.get(table), before, table === 'message_content' ? 2 : 1);
      await this.drop(
        table,
        over.filter((month) => !waiting.some((kept) => kept <= monthAfter(month, 1))),
        done,
      );
    }
  }

  private async dropDeliveries(months: ReadonlyMap<string, Date[]>, before: Date, done: Maintained): Promise<void> {
    const waiting = new Set(
      (await this.drop('webhook_delivery', monthsBefore(months.get('webhook_delivery'), before), done)).map(Number),
    );
    const over = monthsBefore(months.get('webhook_attempt'), before).filter((month) => !waiting.has(Number(month)));
    await this.drop('webhook_attempt', over, done);
  }

  /** Returns the months that stay. */
  private async drop(table: MonthlyTable, over: readonly Date[], done: Maintained): Promise<Date[]> {
    const kept: Date[] = [];
    for (const month of over) {
      const isGone = await this.attempt(`A month of ${table} could not be dropped`, () =>
        this.months.drop(table, month),
      );
      this.dropped.inc({ table, outcome: isGone ? 'dropped' : 'kept' });
      const name = nameOf(table, month);
      (isGone ? done.dropped : done.kept).push(name);
      logger.info(isGone ? 'A month was dropped' : 'A month stays, for something in it waits', { name });
      if (!isGone) kept.push(month);
    }
    return kept;
  }

  private async forgetCarriers(): Promise<number> {
    let forgotten = 0;
    for (let turn = 0; turn < FORGETS_A_RUN; turn += 1) {
      const count = (await this.attempt('Names of carriers stay', () => this.months.forgetCarriers())) ?? 0;
      forgotten += count;
      if (count === 0) break;
    }
    return forgotten;
  }

  private async attempt<T>(failure: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      logger.warn(`${failure}; it is tried again`, { error });
      return undefined;
    }
  }
}

/** Months that end before this are over; without a number of days none are. */
function cutOff(now: Date, days: number): Date {
  return days === 0 ? new Date(0) : new Date(now.getTime() - days * DAY_MS);
}

/** @param end of a month, in months from its beginning */
function monthsBefore(months: readonly Date[] = [], before: Date, end = 1): Date[] {
  return months.filter((month) => monthAfter(month, end) <= before);
}

const nameOf = (table: string, month: Date): string => `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database, monthAfter, partitionName, type MonthSeries, type SqlExecutor } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { PlatformConfig } from '../config.js';
import { MONTHLY_SERIES, type SeriesName } from './monthly-series.js';
import { deleteReceivedBefore } from '../inbound/emails/received-emails.sql.js';
import { deleteTextsBefore } from '../sms/inbound/received/received-texts.sql.js';
import { deleteOldUploads } from '../attachments/uploads/attachment-uploads.sql.js';
import { addMonth, deleteOldRows, dropMonth, listMonths } from './months.sql.js';
import { deleteTagTotals, listTenantsWithTagTotals } from './tag-totals.sql.js';

const EVERY_MS = 3_600_000;
const MONTHS_AHEAD = 12;
const DAY_MS = 86_400_000;
const AGED_DELETES_PER_RUN = 100;

interface Deleted {
  dropped: string[];
  /** Old months that are kept, because something in them is still pending. */
  kept: string[];
  /** Ids of carriers, receipts and counts of reports that were deleted after 35 days, and uploads after one. */
  agedRows: number;
  /** Received e-mails whose time was over. */
  received: number;
  /** Texts that came in and whose time was over. */
  texts: number;
  /** Totals of tags whose messages are gone. */
  tagTotals: number;
  /** Blobs that were deleted, because nothing refers to them. */
  blobs: number;
}

export interface Maintained extends Deleted {
  added: string[];
}

/**
 * Maintains the tables that grow: adds the coming months, drops those that are older than the configuration keeps them,
 * and deletes old ids of carriers and counts of reports. Any number of processes may run it at the same time.
 */
@Injectable()
export class Maintenance {
  private readonly dropped = metrics.registerCounter({
    name: 'retention_months_total',
    help: 'Months of tables whose time was over, by what became of them',
    labelNames: ['table', 'outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly blobs: Blobs,
    private readonly config: PlatformConfig,
  ) {}

  /** A restored database may be older than its last month. */
  @Every({ every: EVERY_MS, whileHeld: 'runs' })
  async addNow(): Promise<void> {
    await this.addMonths(new Date());
  }

  @Every({ every: EVERY_MS })
  async deleteNow(): Promise<void> {
    await this.deleteOld(new Date());
  }

  /** Runs once. What fails, such as a lock that times out, is left to the next run. */
  async run(now = new Date()): Promise<Maintained> {
    return { added: await this.addMonths(now), ...(await this.deleteOld(now)) };
  }

  private async addMonths(now: Date): Promise<string[]> {
    const months = await this.database.statement(listMonths);
    const added: string[] = [];
    for (const series of MONTHLY_SERIES)
      added.push(...(await this.addAhead(series, months.get(series.name) ?? [], now)));
    return added;
  }

  private async deleteOld(now: Date): Promise<Deleted> {
    const done: Deleted = { dropped: [], kept: [], agedRows: 0, received: 0, texts: 0, tagTotals: 0, blobs: 0 };
    const months = await this.database.statement(listMonths);
    const keptFrom = await this.dropMessages(months, cutOff(now, this.config.keepMessagesDays), done);
    done.tagTotals = await this.deleteTagTotals(keptFrom);
    await this.dropDeliveries(months, cutOff(now, this.config.keepWebhookDeliveriesDays), done);
    done.agedRows = await this.deleteAgedRows();
    const mailBefore = cutOff(now, this.config.keepInboundDays);
    done.received = await this.deleteAll('Received e-mails whose time is over stay', (pool) =>
      deleteReceivedBefore(pool, mailBefore),
    );
    // Texts that came in are kept for as long as messages.
    const textsBefore = cutOff(now, this.config.keepMessagesDays);
    done.texts = await this.deleteAll('Texts whose time is over stay', (pool) => deleteTextsBefore(pool, textsBefore));
    done.blobs = (await this.attempt('Blobs without a reference stay', () => this.blobs.sweep())) ?? 0;
    return done;
  }

  private async addAhead(series: MonthSeries, known: readonly Date[], now: Date): Promise<string[]> {
    const times = new Set(known.map(Number));
    const added: string[] = [];
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
      const month = monthAfter(now, ahead);
      if (times.has(Number(month))) continue;
      await this.attempt(`${series.name} could not be given another month`, () =>
        this.database.statement((pool) => addMonth(pool, series, month)),
      );
      added.push(partitionName(series, month));
    }
    return added;
  }

  /**
   * A month whose messages stay keeps its events, too. Content goes a month later, because a call at the end of a month
   * may have messages in the next. Attachments go after the content that has them; the sweep then deletes their blobs.
   * Returns the first month that may have messages still.
   */
  private async dropMessages(months: ReadonlyMap<string, Date[]>, before: Date, done: Deleted): Promise<Date> {
    const dropUnlessWaiting = (name: SeriesName, waiting: readonly Date[], end = 1) => {
      const over = monthsBefore(months.get(name), before, end);
      return this.drop(
        name,
        over.filter((month) => !waiting.some((kept) => kept <= monthAfter(month, 1))),
        done,
      );
    };
    const waiting: Date[] = [];
    for (const suffix of ['', '_sms', '_psh'] as const) {
      const name = `message${suffix}` as const;
      const kept = await this.drop(name, monthsBefore(months.get(name), before), done);
      await dropUnlessWaiting(`message_tag${suffix}`, kept);
      const keptContent = await dropUnlessWaiting(`message_content${suffix}`, kept, 2);
      if (suffix === '') await dropUnlessWaiting('message_attachment', [...kept, ...keptContent], 2);
      waiting.push(...kept);
    }
    for (const name of ['message_event', 'message_feedback'] as const) await dropUnlessWaiting(name, waiting);
    return new Date(Math.min(Number(monthAfter(before, 0)), ...waiting.map(Number)));
  }

  private async dropDeliveries(months: ReadonlyMap<string, Date[]>, before: Date, done: Deleted): Promise<void> {
    const waiting = new Set(
      (await this.drop('webhook_delivery', monthsBefore(months.get('webhook_delivery'), before), done)).map(Number),
    );
    const over = monthsBefore(months.get('webhook_attempt'), before).filter((month) => !waiting.has(Number(month)));
    await this.drop('webhook_attempt', over, done);
  }

  /** Returns the months that stay. */
  private async drop(table: SeriesName, over: readonly Date[], done: Deleted): Promise<Date[]> {
    const kept: Date[] = [];
    for (const month of over) {
      const isGone = await this.attempt(`A month of ${table} could not be dropped`, () =>
        this.database.statement((pool) => dropMonth(pool, table, month)),
      );
      this.dropped.inc({ table, outcome: isGone ? 'dropped' : 'kept' });
      const name = partitionName({ name: table }, month);
      (isGone ? done.dropped : done.kept).push(name);
      logger.info(isGone ? 'A month was dropped' : 'A month stays, for something in it waits', { name });
      if (!isGone) kept.push(month);
    }
    return kept;
  }

  /** A value of a tag may be a person's name: its totals go with the months of the messages that had it. */
  private async deleteTagTotals(keptFrom: Date): Promise<number> {
    let deleted = 0;
    const tenants = await this.database.statement((pool) => listTenantsWithTagTotals(pool, keptFrom));
    for (const tenantId of tenants) {
      const count = await this.attempt('Totals of tags stay', () =>
        this.database.tenants([tenantId], (client) => deleteTagTotals(client, tenantId, keptFrom)),
      );
      deleted += count ?? 0;
    }
    return deleted;
  }

  private async deleteAgedRows(): Promise<number> {
    let deleted = 0;
    for (const table of ['carrier_message', 'inbound_text', 'message_receipt', 'feedback_report_count'] as const) {
      deleted += await this.deleteAll('Rows older than 35 days stay', (pool) => deleteOldRows(pool, table));
    }
    deleted +=
      (await this.attempt('Uploads whose time is over stay', () => this.database.statement(deleteOldUploads))) ?? 0;
    return deleted;
  }

  /** Deletes batch after batch until none is left, or many are done. Returns how many rows. */
  private async deleteAll(failure: string, deleteBatch: (pool: SqlExecutor) => Promise<number>): Promise<number> {
    let deleted = 0;
    for (let times = 0; times < AGED_DELETES_PER_RUN; times += 1) {
      const count = await this.attempt(failure, () => this.database.statement(deleteBatch));
      if (!count) break;
      deleted += count;
    }
    return deleted;
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

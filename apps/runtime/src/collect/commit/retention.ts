import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database, exec, many } from '#libs/core/persistence';
import { comingPartitions, KEPT_DAYS, partitionNameOf, TRAFFIC_SERIES, type TrafficSeries } from '#libs/sites/traffic';
import { ADD_PARTITION, DELETE_OLD_LINKS, DROP_PARTITION, LIST_PARTITIONS } from './retention.sql.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TRIES = 20;
const PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
/** A link of a visitor and a lead is kept until the last session that it may lead to is dropped, with its whole day. */
const LINKS_KEPT_MS = (Math.max(...KEPT_DAYS) + 1) * DAY_MS;
const LINKS_AT_ONCE = 10_000;

/**
 * Makes partitions of traffic days before they are needed, and drops those whose time is over. Both need an exclusive lock on the table,
 * behind which later statements wait, too. So the database gives the lock up after 30 ms, and it is asked for again after a pause. Any
 * number of processes may run it at the same time.
 */
@Injectable()
export class TrafficRetention implements OnModuleInit {
  private readonly dropped = metrics.registerCounter({
    name: 'traffic_partitions_total',
    help: 'Partitions of traffic that were made or dropped',
    labelNames: ['outcome'],
  });

  constructor(private readonly database: Database) {}

  async onModuleInit(): Promise<void> {
    await this.run();
  }

  @Every({ every: HOUR_MS })
  async runNow(): Promise<void> {
    await this.run();
    await this.deleteLinks();
  }

  /** Deletes links of visitors and leads whose sessions are dropped. */
  async deleteLinks(now = new Date()): Promise<void> {
    const values = [new Date(now.getTime() - LINKS_KEPT_MS), LINKS_AT_ONCE];
    while ((await this.database.system((tx) => exec(tx, DELETE_OLD_LINKS, values))) === LINKS_AT_ONCE);
  }

  /** Makes and drops the partitions that are due at a time. Does not throw: what could not be done is due again in an hour. */
  async run(now = new Date()): Promise<void> {
    try {
      const rows = await this.database.statement((pool) =>
        many<{ series: string; name: string }>(pool, LIST_PARTITIONS, [TRAFFIC_SERIES.map(({ table }) => table)]),
      );
      const names = new Set(rows.map(({ name }) => name));
      for (const series of TRAFFIC_SERIES) {
        for (const first of comingPartitions(series, now))
          if (!names.has(partitionNameOf(series, first))) await this.change(ADD_PARTITION, 'made', series, first);
        for (const { series: table, name } of rows)
          if (table === series.table && isOver(series, name, now))
            await this.change(DROP_PARTITION, 'dropped', series, startOf(series, name)!);
      }
    } catch (error) {
      logger.warn('Partitions of traffic are not looked after; it is tried again', { error });
    }
  }

  private async change(sql: string, outcome: string, { table }: TrafficSeries, first: string): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        await this.database.statement((pool) => pool.query(sql, [table, first]));
        this.dropped.inc({ outcome });
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tried === TRIES) {
          logger.warn('A partition of traffic is left to the next run', { name: `${table} ${first}`, error });
          return;
        }
        await delay(PAUSE_MS);
      }
    }
  }
}

/** First day of a partition; undefined for another one, such as that of the rest. */
function startOf({ table, each }: TrafficSeries, name: string): string | undefined {
  const rest = name.slice(table.length + 1);
  if (each === 'day' ? !/^\d{4}_\d{2}_\d{2}$/.test(rest) : !/^\d{4}_\d{2}$/.test(rest)) return undefined;
  return each === 'day' ? rest.replaceAll('_', '-') : `${rest.replace('_', '-')}-01`;
}

function isOver(series: TrafficSeries, name: string, now: Date): boolean {
  const first = startOf(series, name);
  if (!first) return false;
  const start = new Date(first);
  const end =
    series.each === 'day' ? start.getTime() + DAY_MS : Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
  return end + series.keptDays * DAY_MS <= Math.floor(now.getTime() / DAY_MS) * DAY_MS;
}

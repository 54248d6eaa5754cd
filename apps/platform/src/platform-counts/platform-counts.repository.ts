import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { SYSTEM_DATA_SOURCE, tryLock } from '#libs/persistence';

/** How often something happened, on the whole platform. */
export interface PlatformCount {
  channel: string;
  event: string;
  count: number;
}

/** How far back sums are made when there are none yet. */
const FIRST_DAYS = 31;
const COUNTS_KEPT = '400 days';
const SAMPLES_KEPT = '8 days';

/** The sums of the whole platform. */
@Injectable()
export class PlatformCountsRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  /** Makes the sums anew of the hours that may have changed, and takes the sample of the minute; in one process at a time. */
  async roll(): Promise<void> {
    await this.system.transaction(async (tx) => {
      if (!(await tryLock(tx, 'platform counts'))) return;
      await this.sum(tx);
      await tx.query(
        `insert into platform_sample (at, channel, event, count)
         select date_trunc('minute', now(), 'UTC'), channel, event, count
         from platform_count where hour = date_trunc('hour', now(), 'UTC') on conflict do nothing`,
      );
    });
  }

  /** Adds what was counted in a process. */
  async add(counts: readonly PlatformCount[]): Promise<void> {
    await this.system.query(
      `insert into platform_count as total (hour, channel, event, count)
       select date_trunc('hour', now(), 'UTC'), channel, event, count
       from unnest($1::text[], $2::text[], $3::bigint[]) as given (channel, event, count) order by 2, 3
       on conflict on constraint platform_count__pk do update set count = total.count + excluded.count`,
      [counts.map(({ channel }) => channel), counts.map(({ event }) => event), counts.map(({ count }) => count)],
    );
  }

  /**
   * What happened since a moment: the hours from then on, less what had come of the first one by then. Where no sample
   * was taken before that moment in its hour, the first one after it stands in.
   */
  async since(moment: Date): Promise<PlatformCount[]> {
    const rows = await this.system.query<{ channel: string; event: string; count: string }[]>(
      `with sample as materialized (
         select coalesce(
           (select max(at) from platform_sample where at <= $1 and at >= date_trunc('hour', $1::timestamptz, 'UTC')),
           (select min(at) from platform_sample
            where at > $1 and at < date_trunc('hour', $1::timestamptz, 'UTC') + interval '1 hour')) as at
       )
       select channel, event, greatest(0, sum(c.count) - coalesce((
                select s.count from platform_sample s, sample
                where s.at = sample.at and s.channel = c.channel and s.event = c.event), 0)) as count
       from platform_count c where hour >= date_trunc('hour', $1::timestamptz, 'UTC')
       group by channel, event`,
      [moment],
    );
    return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  }

  /** Calls of the sending routes in this month, of all tenants. */
  async apiCalls(): Promise<number> {
    const [row] = await this.system.query<{ calls: string }[]>(
      `select coalesce(sum(api_calls), 0) as calls from usage_counter
       where period = to_char(now() at time zone 'UTC', 'YYYY-MM')`,
    );
    return Number(row?.calls ?? 0);
  }

  /** Forgets what nobody asks for any more. */
  async forget(): Promise<void> {
    await this.system.query(`delete from platform_sample where at < now() - interval '${SAMPLES_KEPT}'`);
    await this.system.query(`delete from platform_count where hour < now() - interval '${COUNTS_KEPT}'`);
  }

  /** The hours before the last one are made again, too: their transactions may have been under way, or told late. */
  private async sum(tx: EntityManager): Promise<void> {
    await tx.query(
      `insert into platform_count as total (hour, channel, event, count)
       select start, channel, event, sum(count) from event_total
       where span = 'hour' and start >= coalesce(
         (select max(hour) - interval '2 hours' from platform_count where channel <> 'webhook'),
         now() - interval '${FIRST_DAYS} days')
       group by start, channel, event order by start, channel, event
       on conflict on constraint platform_count__pk do update set count = excluded.count
         where total.count <> excluded.count`,
    );
  }
}

import { exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { JUDGED_EVENTS, type DayCount, type Growth } from './ramp.js';

/** Bounds what is read for a tenant that has sent for long. */
const HISTORY_DAYS = 30;

/** A tenant's day, as the clock of the database has it. */
export interface RampDay {
  tenantId: TenantId;
  /** `YYYY-MM-DD`, UTC. */
  today: string;
  /** Messages that were accepted today, of all channels. */
  accepted: number;
  growth: Growth | null;
  /** Counts of days that decide on the growth of today; null when it is decided. */
  history: DayCount[] | null;
}

/*
 * A later day may be judged already: a transaction counts for the day on which it began. The history is read once a day,
 * by the case.
 */
const READ_DAYS = `
  select given.tenant_id as "tenantId", to_char(today.day, 'YYYY-MM-DD') as today,
    case when ramp.tenant_id is not null then
      jsonb_build_object('doublings', ramp.doublings, 'since', to_char(ramp.since, 'YYYY-MM-DD')) end as growth,
    (select coalesce(sum(count), 0)::float8 from event_total
     where tenant_id = given.tenant_id and span = 'day' and start = today.start and event = 'accepted') as accepted,
    case when ramp.judged_on is null or ramp.judged_on < today.day then (
      select coalesce(jsonb_agg(jsonb_build_object(
               'day', to_char(start at time zone 'UTC', 'YYYY-MM-DD'), 'channel', channel, 'event', event,
               'count', count)), '[]')
      from event_total
      where tenant_id = given.tenant_id and span = 'day' and start < today.start
        and start >= greatest(ramp.since, today.day - ${HISTORY_DAYS})::timestamp at time zone 'UTC'
        and event = any($2::text[])) end as history
  from (select (now() at time zone 'UTC')::date as day, date_trunc('day', now(), 'UTC') as start) as today
    cross join unnest($1::text[]) as given (tenant_id) left join sending_ramp as ramp using (tenant_id)`;

/** The present day of tenants, for a transaction of theirs. It is exact when their counters are locked. */
export async function readRampDays(tx: SqlExecutor, tenantIds: readonly TenantId[]): Promise<RampDay[]> {
  return many<RampDay>(tx, READ_DAYS, [tenantIds, JUDGED_EVENTS]);
}

/** A growth that was decided for `today`. */
export interface DecidedGrowth extends Growth {
  tenantId: TenantId;
  today: string;
}

/** Keeps what was decided, unless a later day was. */
export async function saveGrowth(tx: SqlExecutor, decided: readonly DecidedGrowth[]): Promise<void> {
  await exec(
    tx,
    `insert into sending_ramp as ramp (tenant_id, doublings, since, judged_on)
     select tenant_id, doublings, since, today
     from unnest($1::text[], $2::smallint[], $3::date[], $4::date[]) as given (tenant_id, doublings, since, today)
     order by tenant_id
     on conflict (tenant_id) do update
       set doublings = excluded.doublings, since = excluded.since, judged_on = excluded.judged_on
       where ramp.judged_on < excluded.judged_on`,
    [
      decided.map(({ tenantId }) => tenantId),
      decided.map(({ doublings }) => doublings),
      decided.map(({ since }) => since),
      decided.map(({ today }) => today),
    ],
  );
}

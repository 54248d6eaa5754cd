/** How many days are summed if there are no counts yet. */
const FIRST_DAYS = 31;

/** Sums the tenants' totals of the last hours again: their transactions may commit late. */
export const SUM_HOURS = `
  insert into platform_count as total (hour, channel, event, count)
  select start, channel, event, sum(count) from event_total
  where span = 'hour' and start >= coalesce(
    (select max(hour) - interval '2 hours' from platform_count where channel <> 'webhook'),
    now() - interval '${FIRST_DAYS} days')
  group by start, channel, event order by start, channel, event
  on conflict on constraint platform_count__pk do update set count = excluded.count
    where total.count <> excluded.count`;

export const INSERT_SAMPLE = `
  insert into platform_sample (at, channel, event, count)
  select date_trunc('minute', now(), 'UTC'), channel, event, count
  from platform_count where hour = date_trunc('hour', now(), 'UTC') on conflict do nothing`;

/** Parameters: channels, events, counts. */
export const ADD_COUNTS = `
  insert into platform_count as total (hour, channel, event, count)
  select date_trunc('hour', now(), 'UTC'), channel, event, count
  from unnest($1::text[], $2::text[], $3::bigint[]) as given (channel, event, count) order by 2, 3
  on conflict on constraint platform_count__pk do update set count = total.count + excluded.count`;

/**
 * Parameter: a moment. The hours from then on, less the part of the first hour before it. If no sample was taken in that
 * hour before the moment, the first one after it is used.
 */
export const COUNTS_SINCE = `
  with sample as materialized (
    select coalesce(
      (select max(at) from platform_sample where at <= $1 and at >= date_trunc('hour', $1::timestamptz, 'UTC')),
      (select min(at) from platform_sample
       where at > $1 and at < date_trunc('hour', $1::timestamptz, 'UTC') + interval '1 hour')) as at
  )
  select channel, event, greatest(0, sum(c.count) - coalesce((
           select s.count from platform_sample s, sample
           where s.at = sample.at and s.channel = c.channel and s.event = c.event), 0))::float8 as count
  from platform_count c where hour >= date_trunc('hour', $1::timestamptz, 'UTC')
  group by channel, event`;

/** Calls of the sending routes in this month, of all tenants. */
export const COUNT_API_CALLS = `
  select coalesce(sum(api_calls), 0)::float8 as calls from usage_counter
  where period = to_char(now() at time zone 'UTC', 'YYYY-MM')`;

/** Parameters: the moment, then kinds, due and dead jobs, ages. Of an hour the worst stays. */
export const ADD_QUEUE_SAMPLE = `
  insert into queue_sample as worst (hour, kind, due, dead, oldest_seconds)
  select date_trunc('hour', $1::timestamptz, 'UTC'), kind, due, dead, oldest
  from unnest($2::text[], $3::int[], $4::int[], $5::int[]) as given (kind, due, dead, oldest) order by kind
  on conflict on constraint queue_sample__pk do update
    set due = greatest(worst.due, excluded.due), dead = greatest(worst.dead, excluded.dead),
        oldest_seconds = greatest(worst.oldest_seconds, excluded.oldest_seconds)
    where worst.due < excluded.due or worst.dead < excluded.dead or worst.oldest_seconds < excluded.oldest_seconds`;

/** Parameters: from, to, hour or day, the channel of messages (null for all). Webhooks are apart. */
export const SUM_COUNTS = `
  select date_trunc($3, hour, 'UTC') as at, channel = 'webhook' as "isWebhook", event, sum(count)::float8 as count
  from platform_count
  where hour >= $1 and hour < $2 and (channel = 'webhook' or coalesce(channel = $4::text, channel in ('email', 'sms', 'push')))
  group by 1, 2, 3`;

/** Parameters: from, to, hour or day, the kind of job (null for all). */
export const WORST_OF_QUEUES = `
  select date_trunc($3, hour, 'UTC') as at, max(due)::int as due, max(dead)::int as dead, max(oldest)::int as oldest
  from (
    select hour, sum(due) as due, sum(dead) as dead, max(oldest_seconds) as oldest
    from queue_sample where hour >= $1 and hour < $2 and ($4::text is null or kind = $4) group by hour
  ) by_hour
  group by 1`;

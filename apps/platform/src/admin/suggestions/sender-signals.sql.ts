/** How many tenants have their domains read, and how many of their e-mails. */
const MAX_TENANTS = 20;
const MAX_EMAILS = 20_000;

/**
 * Tenants whose totals exceed a limit. Parameters: window in hours, fewest e-mails, fewest complaints, complaint rate,
 * bounce rate, e-mails of a spike, factor of a spike.
 */
export const CONSPICUOUS_TENANTS = `
  with total as (
    select tenant_id,
           coalesce(sum(count) filter (where event = 'sent' and recent), 0) as sent,
           coalesce(sum(count) filter (where event = 'bounced' and recent), 0) as bounced,
           coalesce(sum(count) filter (where event = 'complained' and recent), 0) as complained,
           coalesce(sum(count) filter (where event = 'accepted' and now), 0) as last_hour,
           coalesce(sum(count) filter (where event = 'accepted' and not now), 0) / (7 * 24.0) as usual_hour
    from (select *, start > now() - $1 * interval '1 hour' as recent,
                 start >= date_trunc('hour', now() - interval '30 minutes', 'UTC') as now
          from event_total
          where span = 'hour' and channel = 'email' and start > now() - interval '7 days') hour
    group by tenant_id
  )
  select tenant_id as "tenantId", last_hour::float8 as "lastHour", usual_hour::float8 as "usualHour" from total
  where sent >= $2 and (complained >= greatest($3, sent * $4) or bounced >= sent * $5)
     or last_hour >= greatest($6, usual_hour * $7)
  order by complained desc, bounced desc, last_hour desc limit ${MAX_TENANTS}`;

/** Parameters: tenant, first message id. Most e-mails first. A hard bounce suppresses its address. */
export const SENDER_DOMAINS = `
  select lower(substring(sender from '@([^@>[:space:]]+)>?[[:space:]]*$')) as domain,
         count(*) filter (where sent_at is not null)::int as sent,
         count(*) filter (where status = 'complained')::int as complained,
         count(*) filter (where status = 'bounced' and exists (
           select from suppression s
           where s.tenant_id = $1 and s.address = lower(recipient) and s.reason = 'bounce'))::int as "hardBounced"
  from (select sender, recipient, status, sent_at from message
        where tenant_id = $1 and channel = 'email' and id >= $2 order by id desc limit ${MAX_EMAILS}) latest
  group by 1 having count(*) > 0 order by count(*) desc`;

import type { PreparedStatement } from '#libs/core/persistence';

/** The active endpoints that want events of at least one of some types. Parameters: tenant, types. */
export const LIST_SUBSCRIBERS = `
  select id, environment, events from webhook_endpoint where tenant_id = $1 and active and events && $2::text[]`;

/** Selects what a worker needs of endpoints to make requests. Parameters: tenant, ids. */
export const LIST_TARGETS: PreparedStatement = {
  name: 'delivery-targets',
  text: `
    select id, url, active, secret, previous_secret as "previousSecret", previous_secret_until as "previousSecretUntil",
           proven_at is not null as proven, failing_since as "failingSince"
    from webhook_endpoint where tenant_id = $1 and id = any($2::text[])`,
};

/** Deliveries an hour to an endpoint that has not answered with 2xx. */
export const TRIALS_AN_HOUR = 100;

/**
 * Claims deliveries to an unproven endpoint; returns how many may be made now. No row: the endpoint is proven, or gone.
 * Parameters: tenant, endpoint, how many are wanted.
 */
export const CLAIM_TRIALS = `
  with recent as (
    select id, array(select at from unnest(trials) as at where at > now() - interval '1 hour') as times
    from webhook_endpoint where tenant_id = $1 and id = $2 and proven_at is null for update)
  update webhook_endpoint e
  set trials = times || array_fill(now(), array[least($3::int, ${TRIALS_AN_HOUR} - cardinality(times))])
  from recent where e.tenant_id = $1 and e.id = recent.id
  returning cardinality(trials) - cardinality(times) as granted`;

/** Parameters: tenant, endpoint, its first and last delivery. */
export const SET_REPLAY = `
  update webhook_endpoint set replay_first = $3, replay_last = $4 where tenant_id = $1 and id = $2`;

/** Parameters: tenants, endpoints, and the URLs that answered; an array each. */
export const MARK_PROVEN = `
  update webhook_endpoint e set proven_at = now(), trials = '{}'
  from unnest($1::text[], $2::text[], $3::text[]) as p (tenant_id, id, url)
  where e.tenant_id = p.tenant_id and e.id = p.id and e.url = p.url and e.proven_at is null`;

/** Parameters: tenants, endpoints, the URLs that were tried, and whether each works; an array each. */
export const MARK_WORKING = `
  update webhook_endpoint e set failing_since = case when p.works then null else coalesce(e.failing_since, now()) end
  from unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) as p (tenant_id, id, url, works)
  where e.tenant_id = p.tenant_id and e.id = p.id and e.url = p.url`;

import { lockRowsSql, prepared, rowsByKeys, type PreparedStatement } from '#libs/core/persistence';
import type { WebhookTables } from './webhook-tables.js';

/** Deliveries an hour to an endpoint that has not answered with 2xx. */
export const TRIALS_AN_HOUR = 100;

export type WebhookStatements = ReturnType<typeof webhookStatements>;

/** The statements of the machine over the tables of an app. */
export const webhookStatements = (tables: WebhookTables) => ({
  insertDeliveries: insertDeliveries(tables),
  isPending: isPending(tables),
  hasSucceededSince: hasSucceededSince(tables),
  listPending: listPending(tables),
  listTargets: listTargets(tables),
  insertLastAttempts: insertLastAttempts(tables),
  updateOutcomes: (outcomes: string) => updateOutcomes(tables, outcomes),
  claimTrials: claimTrials(tables),
  lockEndpoints: lockRowsSql(tables.endpoint, endpointKeys(tables), OF_ANY_TENANT),
  markProven: markProven(tables),
  markWorking: markWorking(tables),
});

/** If Postgres estimates few deliveries, it compares each of them with each outcome. */
export const NO_NESTED_LOOPS = 'set local enable_nestloop = off';

const OF_ANY_TENANT = { tenant: 'asked.tenant_id' };
const endpointKeys = ({ ids }: WebhookTables) => ({ tenant_id: '$1::text[]', id: `$2::${ids}[]` });

const listed = (columns: string | undefined): string => (columns ? `, ${columns}` : '');

/**
 * Inserts pending deliveries; returns the ids of those that were inserted, if some may be there already. Parameters: tenant, and
 * an array a column: ids, endpoints, events, types, payloads, the app's own.
 */
function insertDeliveries({ delivery, ids, payload, insertedColumns = {}, onceByEvent }: WebhookTables): string {
  const own = Object.entries(insertedColumns);
  const arrays = own.map(([, { type }], index) => `, $${index + 7}::${type}[]`).join('');
  return `
    insert into ${delivery}
      (tenant_id, id, endpoint_id, event_id, event_type, payload${own.map(([name]) => `, ${name}`).join('')})
    select $1, * from unnest($2::${ids}[], $3::${ids}[], $4::text[], $5::text[], $6::${payload}[]${arrays})
    ${onceByEvent ? 'on conflict (tenant_id, endpoint_id, event_id) do nothing returning id' : ''}`;
}

/** Parameters: tenant, id. */
const isPending = ({ delivery }: WebhookTables) =>
  `select from ${delivery} where tenant_id = $1 and id = $2 and status = 'pending'`;

/** Whether a delivery of an endpoint succeeded. Parameters: tenant, endpoint, the first id that is searched, since when. */
const hasSucceededSince = ({ delivery }: WebhookTables) => `
  select from ${delivery}
  where tenant_id = $1 and endpoint_id = $2 and id >= $3 and status = 'delivered' and last_attempt_at > $4 limit 1`;

/** Parameters: tenant, ids. */
const listPending = ({ delivery, ids, deliveryColumns }: WebhookTables): PreparedStatement =>
  prepared(
    'pending-deliveries',
    `
    select id, endpoint_id as "endpointId", event_id as "eventId", event_type as "eventType", payload, attempts
           ${listed(deliveryColumns)}
    from ${delivery} where tenant_id = $1 and id = any($2::${ids}[]) and status = 'pending'`,
  );

/** Selects what a worker needs of endpoints to make requests. Parameters: tenant, ids. */
const listTargets = ({ endpoint, ids, address, targetColumns }: WebhookTables): PreparedStatement =>
  prepared(
    'delivery-targets',
    `
    select id, ${address} as address, active, proven_at is not null as proven, failing_since as "failingSince"
           ${listed(targetColumns)}
    from ${endpoint} where tenant_id = $1 and id = any($2::${ids}[])`,
  );

/** Copies the last attempts of deliveries to rows of their own. Parameters: tenants and ids, an array each. */
const insertLastAttempts = ({ delivery, attempt, ids }: WebhookTables) =>
  attempt &&
  `
  insert into ${attempt}
    (tenant_id, delivery_id, number, attempted_at, duration_ms, response_status, error, response_snippet)
  select tenant_id, id, attempts, last_attempt_at, duration_ms, response_status, error, response_snippet
  from ${delivery} d join unnest($1::text[], $2::${ids}[]) as o (tenant_id, id) using (tenant_id, id)
  where d.id = any($2::${ids}[]) and duration_ms is not null`;

/** @param outcomes the rows of outcomes, from the second parameter on; the first is the ids of their deliveries */
const updateOutcomes = ({ delivery, ids }: WebhookTables, outcomes: string) => `
  update ${delivery} d
  set status = o.status, error = o.error, next_attempt_at = o.retry_at,
      attempts = coalesce(o.number, d.attempts),
      last_attempt_at = coalesce(o.attempted_at, d.last_attempt_at),
      response_status = case when o.number is null then d.response_status else o.response_status end,
      duration_ms = o.duration_ms, response_snippet = o.snippet
  from ${outcomes} o
  where d.tenant_id = o.tenant_id and d.id = o.id and d.id = any($1::${ids}[])`;

/**
 * Claims deliveries to an unproven endpoint; returns how many may be made now. No row: the endpoint is proven, or gone.
 * Parameters: tenant, endpoint, how many are wanted.
 */
const claimTrials = ({ endpoint }: WebhookTables) => `
  with recent as (
    select id, array(select at from unnest(trials) as at where at > now() - interval '1 hour') as times
    from ${endpoint} where tenant_id = $1 and id = $2 and proven_at is null for update)
  update ${endpoint} e
  set trials = times || array_fill(now(), array[least($3::int, ${TRIALS_AN_HOUR} - cardinality(times))])
  from recent where e.tenant_id = $1 and e.id = recent.id
  returning cardinality(trials) - cardinality(times) as granted`;

/** Endpoints that the transaction has locked, by `lockEndpoints`. */
const endpointsOf = (tables: WebhookTables) =>
  rowsByKeys(tables.endpoint, endpointKeys(tables), { ...OF_ANY_TENANT, as: 'e' });

/** Parameters: tenants, endpoints, and the addresses that answered; an array each. */
const markProven = (tables: WebhookTables) => `
  update ${tables.endpoint} e set proven_at = now(), trials = '{}'
  from unnest($1::text[], $2::${tables.ids}[], $3::text[]) as p (tenant_id, id, tried)
  where ${endpointsOf(tables)} and e.tenant_id = p.tenant_id and e.id = p.id and ${tables.address} = p.tried and e.proven_at is null`;

/** Parameters: tenants, endpoints, the addresses that were tried, and whether each works; an array each. */
const markWorking = (tables: WebhookTables) => `
  update ${tables.endpoint} e set failing_since = case when p.works then null else coalesce(e.failing_since, now()) end
  from unnest($1::text[], $2::${tables.ids}[], $3::text[], $4::boolean[]) as p (tenant_id, id, tried, works)
  where ${endpointsOf(tables)} and e.tenant_id = p.tenant_id and e.id = p.id and ${tables.address} = p.tried`;

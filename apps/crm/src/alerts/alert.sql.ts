import { entityColumns, RowParameters } from '#libs/core/persistence';
import { BUCKET } from '../lead-counts/lead-count.sql.js';
import { Alert } from './alert.entity.js';
import { AlertEvent } from './alert-event.entity.js';

/** The numbers of leads for the rows of `alert`, up to a time, which is parameter 1. */
const NUMBERS = `
  left join lateral (
    select sum(captured)::int as captured, sum(bad)::int as bad from lead_count
     where alert.type = 'bad-leads' and lead_count.tenant_id = alert.tenant_id
       and bucket > $1::timestamptz - alert.window_minutes * interval '1 minute' - ${BUCKET} and bucket <= $1
  ) in_window on true
  left join lateral (
    select max(last_at) as "lastLeadAt" from lead_count
     where alert.type = 'no-leads' and lead_count.tenant_id = alert.tenant_id
     group by bucket having sum(captured) > sum(bad) order by bucket desc limit 1
  ) last on true`;

const SHOWN_NUMBERS = `"lastLeadAt", coalesce(captured, 0) as captured, coalesce(bad, 0) as bad`;

/**
 * The next active alerts of all tenants, with the numbers that they are judged by. Parameters: now, the tenant and the alert after which
 * they begin, rows.
 */
export const LIST_OBSERVED = `
  select alert.tenant_id as "tenantId", id, type, threshold, state, observed_from as "observedFrom",
         clear_since as "clearSince", revision, ${SHOWN_NUMBERS}
    from (select * from alert where active and (tenant_id, id) > ($2, $3::uuid) order by tenant_id, id limit $4) alert
    ${NUMBERS}
   order by alert.tenant_id, id`;

/** The numbers for each alert of a tenant. Parameters: now, tenant. */
export const LIST_NUMBERS = `
  select id, ${SHOWN_NUMBERS} from (select * from alert where tenant_id = $2) alert ${NUMBERS}`;

export const JUDGED = new RowParameters(
  entityColumns(Alert, { only: ['tenantId', 'id', 'state', 'clearSince', 'revision'] }),
);

/**
 * Writes states of alerts that nobody has changed since they were read, in the order of their keys. Returns those that are written.
 * Parameters: now, those of `JUDGED`.
 */
export const UPDATE_JUDGED = `
  with unchanged as (
    select alert.tenant_id, alert.id, given.state, given.clear_since, given.revision
      from ${JUDGED.sql(2)} given join alert on alert.tenant_id = given.tenant_id and alert.id = given.id
     where alert.revision = given.revision and alert.active
     order by alert.tenant_id, alert.id for update of alert)
  update alert set state = unchanged.state, clear_since = unchanged.clear_since, revision = alert.revision + 1,
         since = case when alert.state = unchanged.state then alert.since else $1 end
    from unchanged
   where alert.tenant_id = unchanged.tenant_id and alert.id = unchanged.id and alert.revision = unchanged.revision
  returning alert.tenant_id as "tenantId", alert.id, name, type, threshold, window_minutes as "windowMinutes",
            destination_id as "destinationId"`;

export const EVENTS = new RowParameters(entityColumns(AlertEvent, { without: [] }));

/** Parameters: those of `EVENTS`. */
export const INSERT_EVENTS = `
  insert into alert_event (${EVENTS.names.join(', ')}) select ${EVENTS.names.join(', ')} from ${EVENTS.sql(1)} given`;

/** Deletes events of all tenants from before a time. Parameters: the time, rows. */
export const DELETE_OLD_EVENTS = `
  delete from alert_event where (tenant_id, id) in (
    select tenant_id, id from alert_event where occurred_at < $1 order by occurred_at limit $2)`;

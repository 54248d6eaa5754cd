import { entityColumns, exec, many, one, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { CountChange } from './count-changes.js';
import { JourneyCount } from './journey-count.entity.js';

const COUNTS = new RowParameters<CountChange>(entityColumns(JourneyCount, { without: ['tenantId'] }));

/** Adds to the figures. */
export async function addCounts(tx: SqlExecutor, tenantId: TenantId, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return;
  const columns = COUNTS.names.join(', ');
  await exec(
    tx,
    `insert into journey_count as known (tenant_id, ${columns})
     select $1, ${columns} from ${COUNTS.sql(2)} as given order by n
     on conflict on constraint journey_count__pk do update
       set entered = known.entered + excluded.entered, departed = known.departed + excluded.departed,
           failed = known.failed + excluded.failed, requested = known.requested + excluded.requested`,
    [tenantId, ...COUNTS.values(changes)],
  );
}

export type StepFigures = Pick<JourneyCount, 'version' | 'step' | 'entered' | 'departed' | 'failed'>;

/** Figures of a journey by version and step, over all days. */
export async function listFigures(tx: SqlExecutor, tenantId: TenantId, journeyId: string): Promise<StepFigures[]> {
  return many(
    tx,
    `select version, step, sum(entered)::int as entered, sum(departed)::int as departed, sum(failed)::int as failed
       from journey_count where tenant_id = $1 and journey_id = $2 group by version, step order by version, step`,
    [tenantId, journeyId],
  );
}

const STEPS = `
  select coalesce(sum(departed), 0)::int as count from journey_count
   where tenant_id = $1 and day = ($2::timestamptz at time zone 'utc')::date and step > 0`;

/** Counts the steps that contacts in journeys of a tenant left on a day of UTC. */
export async function countSteps(tx: SqlExecutor, tenantId: TenantId, at: Date): Promise<number> {
  return (await one<{ count: number }>(tx, STEPS, [tenantId, at])).count;
}

const MESSAGES = `
  select coalesce(sum(requested), 0)::int as count from journey_count
   where tenant_id = $1 and day >= ($2::timestamptz at time zone 'utc')::date and day < ($3::timestamptz at time zone 'utc')::date`;

/** Counts the messages that journeys of a tenant asked for, deleted journeys, too, from a day until before another, in UTC. */
export async function countMessages(tx: SqlExecutor, tenantId: TenantId, start: Date, end: Date): Promise<number> {
  return (await one<{ count: number }>(tx, MESSAGES, [tenantId, start, end])).count;
}

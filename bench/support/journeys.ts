import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Crm } from './crm.js';

/** A wait of a nanosecond: the next step is due at once. */
const SHORTEST = '1';

/** Inserts a journey that is on; each of its steps waits. Returns its id. */
export async function addWaitingJourney(
  crm: Crm,
  tenantId: string,
  steps: number,
  nanoseconds = SHORTEST,
): Promise<string> {
  const id = randomUUID();
  const waits = Array.from({ length: steps }, (_, index) => ({ number: index + 1, kind: 'wait', wait: nanoseconds }));
  await crm.admin.query(
    `insert into journey (tenant_id, id, name, trigger, parameters, active, version, reentry)
     values ($1, $2, 'Bench', 'lead-captured', '{}', true, 1, 'never')`,
    [tenantId, id],
  );
  await crm.admin.query(`insert into journey_version (tenant_id, journey_id, version, steps) values ($1, $2, 1, $3)`, [
    tenantId,
    id,
    JSON.stringify(waits),
  ]);
  return id;
}

/** Has contacts inside a journey as {@link insertInside} does, with statistics. */
export async function addInside(...given: Parameters<typeof insertInside>): Promise<void> {
  await insertInside(...given);
  // Or autovacuum does it while a bench measures.
  await given[0].admin.query('vacuum analyze contact, enrollment');
}

/** Inserts contacts without keys, so that no timeline is written, and has them inside a journey; SQL says when they are due. */
async function insertInside(
  crm: Crm,
  tenantId: string,
  journeyId: string,
  count: number,
  dueAt: string,
): Promise<void> {
  await crm.admin.query(
    `insert into contact (tenant_id, id, lifecycle, stage, tags, custom, filter_keys)
     select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', '{}', '{}', '{}' from generate_series(1, $2::int) n
     on conflict do nothing`,
    [tenantId, count],
  );
  await crm.admin.query(
    `insert into enrollment (tenant_id, id, journey_id, version, contact_id, due_at, is_counted, cause, entered_at)
     select $1, gen_random_uuid(), $2, 1, 'cnt_' || lpad(to_hex(n), 16, '0'), ${dueAt}, true,
            '{"kind": "lead-captured", "chain": [], "subject": null}', now()
       from generate_series(1, $3::int) n`,
    [tenantId, journeyId, count],
  );
}

/** Steps of journeys are looked at as often (milliseconds). */
const LOOK_MS = 200;

interface Steps {
  contacts: number;
  /** Number of each contact. */
  steps: number;
  /** Tells that the tables are small: their statistics are then made anew before. */
  isAlone: boolean;
}

/** Has contacts take the steps of a new journey, all due at the same time; the seconds count from then until the last step is there. */
export async function runSteps(
  crm: Crm,
  tenantId: string,
  { contacts, steps, isAlone }: Steps,
): Promise<{ units: number; seconds: number }> {
  const journeyId = await addWaitingJourney(crm, tenantId, steps);
  const enter = isAlone ? addInside : insertInside;
  await enter(crm, tenantId, journeyId, contacts, `now() + interval '3 seconds'`);
  await crm.checkpoint();
  const of = [tenantId, journeyId];
  const first = await crm.admin.query<{ at: Date }>(
    'select min(due_at) as at from enrollment where tenant_id = $1 and journey_id = $2',
    of,
  );
  for (;;) {
    await delay(LOOK_MS);
    const left = await crm.admin.query(
      `select from enrollment where tenant_id = $1 and journey_id = $2 and state <> 'ended' limit 1`,
      of,
    );
    if (left.rowCount === 0) break;
  }
  const done = await crm.admin.query<{ n: number; at: Date }>(
    `select count(*)::int as n, max(at) as at from enrollment_step
      where tenant_id = $1 and enrollment_id = any (array(select id from enrollment where tenant_id = $1 and journey_id = $2))`,
    of,
  );
  const { n, at } = done.rows[0]!;
  if (n !== contacts * steps) throw new Error(`${n} steps were done in place of ${contacts * steps}`);
  return { units: n, seconds: (at.getTime() - first.rows[0]!.at.getTime()) / 1_000 };
}

/** So many contacts of a tenant that have ended a journey, and as many that wait in another one for a year; with statistics. */
export async function fillEnrollments(crm: Crm, tenantId: string, count: number): Promise<void> {
  const [ended, waiting] = [await addWaitingJourney(crm, tenantId, 1), await addWaitingJourney(crm, tenantId, 1)];
  await addInside(crm, tenantId, ended, count, `now() + interval '1 year'`);
  await crm.admin.query(
    `update enrollment set state = 'ended', due_at = null, ended_at = now(), outcome = 'completed', seq = 1
      where tenant_id = $1 and journey_id = $2`,
    [tenantId, ended],
  );
  await addInside(crm, tenantId, waiting, count, `now() + interval '1 year'`);
  await crm.admin.query(
    `insert into enrollment_step (tenant_id, enrollment_id, seq, step, outcome, at, detail)
     select tenant_id, id, 1, 1, 'waits', now(), '{}' from enrollment where tenant_id = $1`,
    [tenantId],
  );
  await crm.admin.query('vacuum (analyze) contact, enrollment, enrollment_step');
}

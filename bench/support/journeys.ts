import { randomUUID } from 'node:crypto';
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

/** Inserts contacts without keys, so that no timeline is written, and has them inside a journey; SQL says when they are due. */
export async function addInside(
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
  // Or autovacuum does it while a bench measures.
  await crm.admin.query('vacuum analyze contact, enrollment');
}

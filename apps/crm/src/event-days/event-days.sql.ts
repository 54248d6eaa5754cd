import { exec, type Id, RowParameters, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Days for which counts are kept: a year, and what a report of the same month of last year needs. */
export const KEPT_DAYS = 401;

/** Parameters: days, limit. */
export const DELETE_EXPIRED_DAYS = `
  delete from contact_event_day where ctid = any (array(
    select ctid from contact_event_day where day < (now() at time zone 'UTC')::date - $1::int limit $2))`;

/** Parameters: tenant, contact that gets the counts, contact that has them, sign. */
const ADD_OF_OTHER = `
  insert into contact_event_day as known (tenant_id, contact_id, name, day, n)
  select tenant_id, $2, name, day, $4 * n from contact_event_day where tenant_id = $1 and contact_id = $3 order by name, day
  on conflict (tenant_id, contact_id, name, day) do update set n = greatest(known.n + excluded.n, 0)`;

/** Adds the counts of another contact, which keeps its own. */
export async function addDaysOf(tx: SqlExecutor, tenantId: TenantId, kept: Id<'cnt'>, other: Id<'cnt'>): Promise<void> {
  await exec(tx, ADD_OF_OTHER, [tenantId, kept, other, 1]);
}

/** Undoes {@link addDaysOf}. */
export async function subtractDaysOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  kept: Id<'cnt'>,
  other: Id<'cnt'>,
): Promise<void> {
  await exec(tx, ADD_OF_OTHER, [tenantId, kept, other, -1]);
  await exec(tx, 'delete from contact_event_day where tenant_id = $1 and contact_id = $2 and n <= 0', [tenantId, kept]);
}

export interface DayCount {
  contactId: string;
  name: string;
  day: string;
  n: number;
}

const COUNTS = new RowParameters<DayCount>({
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  name: { type: 'text', of: ({ name }) => name },
  day: { type: 'date', of: ({ day }) => day },
  amount: { type: 'int', of: ({ n }) => n },
});

export interface LastAct {
  contactId: string;
  at: Date;
}

const ACTS = new RowParameters<LastAct>({
  id: { type: 'text', of: ({ contactId }) => contactId },
  at: { type: 'timestamptz', of: ({ at }) => at },
});

/** Parameters: tenant, counts. In the order of the key, so that two transactions that count the same wait for each other. */
const ADD_COUNTS = `
  insert into contact_event_day as known (tenant_id, contact_id, name, day, n)
  select $1, contact_id, name, day, amount from ${COUNTS.sql(2)} as given order by contact_id, name, day
  on conflict (tenant_id, contact_id, name, day) do update set n = known.n + excluded.n`;

const KEYS = { id: '$2::text[]' };
const IS_LATER = '(last_person_activity_at is null or last_person_activity_at < given.at)';

/** Parameters: tenant, acts. */
const LOCK_CONTACTS = `
  select from (select * from ${ACTS.sql(2)} as act order by id) as given cross join lateral (
    select from contact where tenant_id = $1 and id = given.id and ${IS_LATER} offset 0 for no key update) as held`;

/** Parameters: tenant, contacts, acts. An activity of the person is one of the contact. */
const KEEP_ACTS = `
  update contact set last_person_activity_at = greatest(last_person_activity_at, given.at),
         last_activity_at = greatest(last_activity_at, given.at)
    from ${ACTS.sql(3)} as given
   where ${rowsByKeys('contact', KEYS)} and contact.id = given.id and ${IS_LATER}`;

export async function addCounts(tx: SqlExecutor, tenantId: TenantId, counts: readonly DayCount[]): Promise<void> {
  await exec(tx, ADD_COUNTS, [tenantId, ...COUNTS.values(counts)]);
}

export async function updateLastActs(tx: SqlExecutor, tenantId: TenantId, acts: readonly LastAct[]): Promise<void> {
  const ids = acts.map(({ contactId }) => contactId);
  const given = ACTS.values(acts);
  await exec(tx, LOCK_CONTACTS, [tenantId, ...given]);
  await exec(tx, KEEP_ACTS, [tenantId, ids, ...given]);
}

const KEY = 'tenant_id = $1 and contact_id = $2 and name = $3 and day = $4';

export async function subtractOne(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactId: string,
  name: string,
  day: string,
): Promise<void> {
  const key = [tenantId, contactId, name, day];
  await exec(tx, `update contact_event_day set n = n - 1 where ${KEY}`, key);
  await exec(tx, `delete from contact_event_day where ${KEY} and n <= 0`, key);
}

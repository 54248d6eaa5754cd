import {
  entityColumns,
  exec,
  many,
  maybe,
  RowParameters,
  rowsByKeys,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { EnrollmentStep } from './enrollment-step.entity.js';
import { Enrollment } from './enrollment.entity.js';

/** Columns of an enrollment by the names of its properties. */
export const ENROLLMENT_COLUMNS = `tenant_id as "tenantId", id, journey_id as "journeyId", version, contact_id as "contactId", step, seq, state,
  due_at as "dueAt", is_counted as "isCounted", cause, attempts, last_error as "lastError", entered_at as "enteredAt",
  ended_at as "endedAt", outcome, reason`;

const ROWS = new RowParameters(entityColumns(Enrollment, { without: [] }));
const STEPS = new RowParameters(entityColumns(EnrollmentStep, { without: ['openedAt', 'clickedAt'] }));

/** Columns that change while an enrollment goes on. */
const CHANGING = new RowParameters<Enrollment>(
  entityColumns(Enrollment, {
    only: [
      'id',
      'step',
      'seq',
      'state',
      'dueAt',
      'isCounted',
      'contactId',
      'attempts',
      'lastError',
      'endedAt',
      'outcome',
      'reason',
    ],
  }),
);

/** Parameters: tenant, now, rows at most. Those that are due, the longest first; another's are left out. */
export const TAKE_DUE = `
  select ${ENROLLMENT_COLUMNS} from enrollment where tenant_id = $1 and state = 'waiting' and due_at <= $2
  order by due_at limit $3 for update skip locked`;

/** Parameters: tenant, id. */
export const TAKE_ONE = `
  select ${ENROLLMENT_COLUMNS} from enrollment where tenant_id = $1 and id = $2 and state = 'waiting' for update skip locked`;

export async function takeDue(tx: SqlExecutor, tenantId: TenantId, now: Date, limit: number): Promise<Enrollment[]> {
  return many<Enrollment>(tx, TAKE_DUE, [tenantId, now, limit]);
}

export async function takeOne(tx: SqlExecutor, tenantId: TenantId, id: string): Promise<Enrollment | undefined> {
  return maybe<Enrollment>(tx, TAKE_ONE, [tenantId, id]);
}

/** Locks those of a journey who are inside and entered before a time, some at once. */
export async function lockInside(
  tx: SqlExecutor,
  { tenantId, id }: { tenantId: TenantId; id: string },
  before: Date,
  limit: number,
): Promise<Enrollment[]> {
  return many<Enrollment>(
    tx,
    `select ${ENROLLMENT_COLUMNS} from enrollment
      where tenant_id = $1 and journey_id = $2 and state <> 'ended' and entered_at <= $3 limit $4 for update`,
    [tenantId, id, before, limit],
  );
}

/** Locks all enrollments of these contacts that have not ended, in the order of their ids. */
export async function lockOfContacts(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
): Promise<Enrollment[]> {
  if (contactIds.length === 0) return [];
  return many<Enrollment>(
    tx,
    `select held.* from (
       select found.id from unnest($2::text[]) as given (contact_id) cross join lateral (
         select id from enrollment where tenant_id = $1 and contact_id = given.contact_id and state <> 'ended' offset 0) as found
       order by found.id) as asked
     cross join lateral (
       select ${ENROLLMENT_COLUMNS} from enrollment
        where tenant_id = $1 and id = asked.id and contact_id = any ($2) and state <> 'ended' offset 0 for update) as held`,
    [tenantId, [...contactIds]],
  );
}

/** Locks enrollments by their ids, unless they have ended. */
export async function lockByIds(tx: SqlExecutor, tenantId: TenantId, ids: readonly string[]): Promise<Enrollment[]> {
  if (ids.length === 0) return [];
  return many<Enrollment>(
    tx,
    `select held.* from (select distinct id from unnest($2::uuid[]) as given (id) order by id) as asked cross join lateral (
       select ${ENROLLMENT_COLUMNS} from enrollment
        where tenant_id = $1 and id = asked.id and state <> 'ended' offset 0 for update) as held`,
    [tenantId, [...ids]],
  );
}

/** Inserts enrollments; returns the ids of those that no other entry of the contact kept out. */
export async function insertEnrollments(tx: SqlExecutor, enrollments: readonly Enrollment[]): Promise<Set<string>> {
  if (enrollments.length === 0) return new Set();
  const columns = ROWS.names.join(', ');
  const inserted = await many<{ id: string }>(
    tx,
    `insert into enrollment (${columns}) select ${columns} from ${ROWS.sql(1)} as given order by n
     on conflict do nothing returning id`,
    ROWS.values(enrollments),
  );
  return new Set(inserted.map(({ id }) => id));
}

/**
 * Writes enrollments that this transaction has locked. Their places are looked up one by one: a join with their ids had read all
 * enrollments of the tenant.
 */
export async function updateEnrollments(
  tx: SqlExecutor,
  tenantId: TenantId,
  enrollments: readonly Enrollment[],
): Promise<void> {
  if (enrollments.length === 0) return;
  const assignments = CHANGING.names.filter((name) => name !== '"id"').map((name) => `${name} = given.${name}`);
  await exec(
    tx,
    `update enrollment set ${assignments.join(', ')} from ${CHANGING.sql(3)} as given
      where ${rowsByKeys('enrollment', { id: '$2::uuid[]' })}
      and enrollment.tenant_id = $1 and enrollment.id = given.id`,
    [tenantId, enrollments.map(({ id }) => id), ...CHANGING.values(enrollments)],
  );
}

export type NewEnrollmentStep = Omit<EnrollmentStep, 'openedAt' | 'clickedAt'>;

/** Violates enrollment_step__pk if one of them was done already. */
export async function insertSteps(tx: SqlExecutor, steps: readonly NewEnrollmentStep[]): Promise<void> {
  if (steps.length === 0) return;
  const columns = STEPS.names.join(', ');
  await exec(
    tx,
    `insert into enrollment_step (${columns}) select ${columns} from ${STEPS.sql(1)} as given order by n`,
    [...STEPS.values(steps)],
  );
}

/** Has those of a journey wait for their time again who paused while it was off, some at once. Returns how many. */
export async function resumePaused(
  tx: SqlExecutor,
  { tenantId, id }: { tenantId: TenantId; id: string },
  limit: number,
): Promise<number> {
  return exec(
    tx,
    `update enrollment set state = 'waiting' where tenant_id = $1 and id in (
       select id from enrollment where tenant_id = $1 and journey_id = $2 and state = 'paused' limit $3 for update)`,
    [tenantId, id, limit],
  );
}

/** Earlier entries of a contact into a journey. */
export interface EarlierEntries {
  contactId: string;
  /** Id of the enrollment that has not ended. */
  insideId: string | null;
  /** Whether the contact was ever inside. */
  wasInside: boolean;
  /** Entries since a time. */
  recent: number;
  /** Whether an entry since then was interrupted already. */
  wasInterrupted: boolean;
}

/** Parameters: tenant, journey, contacts, since. */
const EARLIER_ENTRIES = `
  select contact_id as "contactId", min(id::text) filter (where state <> 'ended') as "insideId",
         bool_or(outcome is distinct from 'interrupted') as "wasInside",
         (count(*) filter (where entered_at > $4 and outcome is distinct from 'interrupted'))::int as recent,
         bool_or(outcome = 'interrupted' and entered_at > $4) is true as "wasInterrupted"
    from unnest($3::text[]) as asked (person) cross join lateral (
      select * from enrollment where tenant_id = $1 and journey_id = $2 and contact_id = asked.person offset 0) as entry
   group by contact_id`;

export async function listEarlierEntries(
  tx: SqlExecutor,
  tenantId: TenantId,
  journeyId: string,
  contactIds: readonly string[],
  since: Date,
): Promise<EarlierEntries[]> {
  return many(tx, EARLIER_ENTRIES, [tenantId, journeyId, [...contactIds], since]);
}

/** Contacts of these that journeys may have inside: neither deleted nor anonymized. */
export async function listLiving(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
): Promise<string[]> {
  const rows = await many<{ id: string }>(
    tx,
    `select found.id from unnest($2::text[]) as asked (id) cross join lateral (
       select id, deleted_at, anonymized_at from contact where tenant_id = $1 and id = asked.id offset 0) as found
      where found.deleted_at is null and found.anonymized_at is null`,
    [tenantId, [...contactIds]],
  );
  return rows.map(({ id }) => id);
}

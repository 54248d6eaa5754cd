import { exec, type Id, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/**
 * Time at which the person did something last; what users of the account do does not count. Postgres takes `coalesce` for something that
 * may leak what row-level security hides, and would not offer it to the index.
 */
const LAST_DEED = 'case when last_person_activity_at is null then created_at else last_person_activity_at end';

/** Journeys that wait for silence and were not looked at since a time, of all tenants. Parameters: time, rows. */
const DUE_SWEEPS = `
  select tenant_id as "tenantId", id from journey
   where active and deleted_at is null and trigger = 'inactivity' and swept_at < $1 order by swept_at limit $2`;

export async function listDueSweeps(
  tx: SqlExecutor,
  before: Date,
  limit: number,
): Promise<{ tenantId: TenantId; id: string }[]> {
  return many(tx, DUE_SWEEPS, [before, limit]);
}

/**
 * Place in the order in which contacts fall silent: all whose last deed was before the time are past it, and of those with a deed at that
 * time the ones up to the contact.
 */
export interface SweepPlace {
  at: Date;
  contactId: string;
}

interface SilentContact {
  id: Id<'cnt'>;
  /** Time of its last deed. */
  at: Date;
}

/** Contacts after a place whose last deed was before a time, in order; the index has them so. Parameters: tenant, time and contact of the place, until, rows. */
const SILENT_SINCE = `
  select id, ${LAST_DEED} as at from contact
   where tenant_id = $1 and deleted_at is null and anonymized_at is null
     and (${LAST_DEED}, id) > ($2::timestamptz, $3::text) and (${LAST_DEED}) < $4
   order by ${LAST_DEED}, id limit $5`;

/** Any index of the tenant seems as good while Postgres knows of few contacts: without sorting, only the one in that order is left. */
const SET_SORT = `select set_config('enable_sort', $1, true)`;

export async function listSilentSince(
  tx: SqlExecutor,
  tenantId: TenantId,
  from: SweepPlace,
  until: Date,
  limit: number,
): Promise<SilentContact[]> {
  await exec(tx, SET_SORT, ['off']);
  const found = await many<SilentContact>(tx, SILENT_SINCE, [tenantId, from.at, from.contactId, until, limit]);
  await exec(tx, SET_SORT, ['on']);
  return found;
}

export async function recordSweep(
  tx: SqlExecutor,
  tenantId: TenantId,
  id: string,
  { at, contactId }: SweepPlace,
): Promise<void> {
  const text = 'update journey set swept_at = $3, swept_contact = $4 where tenant_id = $1 and id = $2';
  await exec(tx, text, [tenantId, id, at, contactId]);
}

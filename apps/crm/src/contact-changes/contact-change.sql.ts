import { exec, many, maybe, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { LoggedContactChange } from './contact-change.entity.js';
import { CONTACTS_CHANGED_JOB } from './contacts-changed-job.js';

const COLUMNS = `seq, contact_id as "contactId", is_new as "isNew", fields, before, after, cause, changed_at as "changedAt"`;

/** Parameters: tenant, rows. The oldest, but for contacts that are told apart. */
const NEXT = `
  select ${COLUMNS} from contact_change c
   where tenant_id = $1 and not exists (
     select from contact_change a where a.tenant_id = $1 and a.contact_id = c.contact_id and a.is_apart)
   order by seq limit $2`;

export async function listNextChanges(
  tx: SqlExecutor,
  tenantId: TenantId,
  rows: number,
): Promise<LoggedContactChange[]> {
  return many(tx, NEXT, [tenantId, rows]);
}

/** Lists all that is logged of a contact. */
export async function listChangesOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactId: string,
): Promise<LoggedContactChange[]> {
  const sql = `select ${COLUMNS} from contact_change where tenant_id = $1 and contact_id = $2 order by seq`;
  return many(tx, sql, [tenantId, contactId]);
}

export async function deleteChanges(tx: SqlExecutor, tenantId: TenantId, seqs: readonly string[]): Promise<void> {
  await exec(tx, 'delete from contact_change where tenant_id = $1 and seq = any ($2::bigint[])', [tenantId, seqs]);
}

/** Leaves what is logged of a contact to a job of its own. */
export async function setChangesApart(tx: SqlExecutor, tenantId: TenantId, contactId: string): Promise<void> {
  const sql = 'update contact_change set is_apart = true where tenant_id = $1 and contact_id = $2';
  await exec(tx, sql, [tenantId, contactId]);
}

/**
 * Tenants with changes that no job is about to tell. A dead letter counts as such a job for ten minutes: what killed its workers may
 * kill the next ones, too. Parameters: limit.
 */
const UNTOLD = `
  with recursive step (tenant_id) as (
    (select tenant_id from contact_change where not is_apart order by tenant_id limit 1)
    union all
    select (select c.tenant_id from contact_change c where c.tenant_id > step.tenant_id and not c.is_apart
             order by c.tenant_id limit 1)
      from step where step.tenant_id is not null
  )
  select tenant_id as "tenantId" from step
   where tenant_id is not null and not exists (
     select from outbox o
      where o.kind = '${CONTACTS_CHANGED_JOB}' and o.tenant_id = step.tenant_id and not o.payload ? 'contactId'
        and (o.dead_at is null or o.dead_at > now() - interval '10 minutes'))
   limit $1`;

export async function listUntoldTenants(tx: SqlExecutor, limit: number): Promise<TenantId[]> {
  return (await many<{ tenantId: TenantId }>(tx, UNTOLD, [limit])).map(({ tenantId }) => tenantId);
}

/** Says whether anything is logged that no job of its own tells. */
export async function isAnythingLogged(pool: SqlExecutor): Promise<boolean> {
  // Reads the first entry of an index: the rows of this table come and go.
  const sql = 'select tenant_id from contact_change where not is_apart order by tenant_id limit 1';
  return (await maybe(pool, sql)) !== undefined;
}

/** Parameters: days, limit. */
export const DELETE_EXPIRED_CHANGES = `
  delete from contact_change where ctid = any (array(
    select ctid from contact_change where changed_at < now() - $1 * interval '1 day' limit $2))`;

const ERASED = 'where tenant_id = $1 and contact_id = $2';

/** Deletes what is logged of a contact, but that it is gone, without values. */
export async function eraseChangesOf(tx: SqlExecutor, tenantId: TenantId, contactId: string): Promise<void> {
  await exec(tx, `delete from contact_change ${ERASED} and not 'is_deleted' = any (fields)`, [tenantId, contactId]);
  await exec(
    tx,
    `update contact_change set fields = array['is_deleted'],
            before = jsonb_build_object('is_deleted', before -> 'is_deleted'),
            after = jsonb_build_object('is_deleted', after -> 'is_deleted') ${ERASED}`,
    [tenantId, contactId],
  );
}

import { exec, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Columns that are emptied when a row loses its file. */
const WITHOUT_FILE = 'sealed_key = null, blob_hash = null, file_bytes = null';

/**
 * Deletes the finished files that a contact may be in, and makes unfinished ones begin anew. Those that were asked for after
 * it was deleted never had it. Names the states before and after a file is finished, so that it waits for a worker that
 * finishes just then.
 */
const DROP_CONTACT = `
  with held as (
    select id from contact_export_file f
     where tenant_id = $1 and state in ('waiting', 'running', 'completed')
       and exists (select from contact c where c.tenant_id = $1 and c.id = $2
                      and (c.deleted_at is null or c.deleted_at >= f.created_at))
     order by id for update)
  update contact_export_file f set attempt = attempt + 1, ${WITHOUT_FILE},
         state = case state when 'completed' then 'expired' else state end,
         failure = case state when 'completed' then $3 else failure end,
         expires_at = case state when 'completed' then null else expires_at end
    from held where f.tenant_id = $1 and f.id = held.id and state in ('waiting', 'running', 'completed')`;

/** Drops a contact from the files of its tenant, in the transaction of its erasure. @param reason for the user */
export async function dropContact(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactId: Id<'cnt'>,
  reason: string,
): Promise<void> {
  await exec(tx, DROP_CONTACT, [tenantId, contactId, reason]);
}

const EXPIRE = `
  update contact_export_file set attempt = attempt + 1, ${WITHOUT_FILE}, sealed_filters = null, expires_at = null,
         state = case state when 'completed' then 'expired' else 'failed' end,
         failure = case when state in ('waiting', 'running') then $2 else failure end,
         finished_at = coalesce(finished_at, now())
   where (tenant_id, id) in (
     select tenant_id, id from contact_export_file where expires_at < now() order by expires_at limit $1
        for update skip locked)`;

/** Deletes files of all tenants whose time is over; returns how many. @param reason of those that are unfinished */
export async function expireFiles(tx: SqlExecutor, limit: number, reason: string): Promise<number> {
  return exec(tx, EXPIRE, [limit, reason]);
}

/** Deletes exports of all tenants that are no longer listed; returns how many. */
export async function deleteOldExports(tx: SqlExecutor, days: number, limit: number): Promise<number> {
  return exec(
    tx,
    `delete from contact_export_file where (tenant_id, id) in (
       select tenant_id, id from contact_export_file
        where created_at < now() - $1 * interval '1 day' and expires_at is null limit $2)`,
    [days, limit],
  );
}

import { exec, one, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const ROWS_PER_DELETE = 100_000;

/**
 * Deletes uploads an hour after their time, so that a call that has read one is done before its blob may go; the blob stays
 * where content has it. Returns how many.
 */
export async function deleteOldUploads(tx: SqlExecutor): Promise<number> {
  return exec(
    tx,
    `delete from attachment_upload where ctid = any (array(
       select ctid from attachment_upload where created_at < now() - interval '25 hours' limit $1))`,
    [ROWS_PER_DELETE],
  );
}

/**
 * Deletes an upload. Its blob counts as touched, so that a call that has read the upload is done before the blob may go.
 * Returns whether there was one.
 */
export async function deleteUpload(tx: SqlExecutor, tenantId: TenantId, id: string): Promise<boolean> {
  const { deleted } = await one<{ deleted: boolean }>(
    tx,
    `with gone as (delete from attachment_upload where tenant_id = $1 and id = $2 returning hash),
          touched as (
            update blob set touched_at = now() where tenant_id = $1 and hash in (select hash from gone))
     select exists (select from gone) as deleted`,
    [tenantId, id],
  );
  return deleted;
}

/** Number and bytes of the uploads of a tenant. */
export async function heldUploads(tx: SqlExecutor, tenantId: TenantId): Promise<{ uploads: number; bytes: string }> {
  return one(
    tx,
    'select count(*)::int as uploads, coalesce(sum(bytes), 0) as bytes from attachment_upload where tenant_id = $1',
    [tenantId],
  );
}

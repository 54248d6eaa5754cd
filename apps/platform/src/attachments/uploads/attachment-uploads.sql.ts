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

/** Number and bytes of the uploads of a tenant. */
export async function heldUploads(tx: SqlExecutor, tenantId: TenantId): Promise<{ uploads: number; bytes: string }> {
  return one(
    tx,
    'select count(*)::int as uploads, coalesce(sum(bytes), 0) as bytes from attachment_upload where tenant_id = $1',
    [tenantId],
  );
}

import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Adds to the counts of a folder, whose mailbox is locked. */
export async function changeFolderCounts(
  tx: SqlExecutor,
  tenantId: TenantId,
  folderId: string,
  { total, unread }: { total: number; unread: number },
): Promise<void> {
  if (total === 0 && unread === 0) return;
  await exec(tx, 'update folder set total = total + $3, unread = unread + $4 where tenant_id = $1 and id = $2', [
    tenantId,
    folderId,
    total,
    unread,
  ]);
}

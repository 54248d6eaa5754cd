import { exec, type SqlExecutor, type TenantId } from '#libs/persistence';

/** Locks a mailbox until the transaction ends, and adds to the bytes that it holds. False if there is none. */
export async function lockMailbox(
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  addedBytes: number,
): Promise<boolean> {
  const sql =
    addedBytes === 0
      ? 'select from mailbox where tenant_id = $1 and id = $2 for no key update'
      : 'update mailbox set used_bytes = greatest(used_bytes + $3, 0) where tenant_id = $1 and id = $2';
  const parameters = addedBytes === 0 ? [tenantId, mailboxId] : [tenantId, mailboxId, addedBytes];
  return (await exec(tx, sql, parameters)) > 0;
}

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

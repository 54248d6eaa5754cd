import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const MARK_USED = `
  update app_password set last_used_at = now()
   where tenant_id = $1 and id = $2 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

/** Records the use of a password, at most once a minute: many messages in a row write once. */
export async function markUsed(tx: SqlExecutor, tenantId: TenantId, id: string): Promise<void> {
  await exec(tx, MARK_USED, [tenantId, id]);
}

import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Has the engine look at once at those inside journeys whose contact is gone. */
export async function dueNow(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
  now: Date,
): Promise<void> {
  await exec(
    tx,
    `update enrollment set due_at = $3, state = 'waiting'
      where tenant_id = $1 and contact_id = any($2) and state <> 'ended'`,
    [tenantId, [...contactIds], now],
  );
}

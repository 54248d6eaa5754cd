import { exec, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { lockOfContacts } from './enrollment.sql.js';

/** Has the engine look at once at those inside journeys whose contact is gone. */
export async function dueNow(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
  now: Date,
): Promise<void> {
  const inside = await lockOfContacts(tx, tenantId, contactIds);
  await exec(
    tx,
    `update enrollment set due_at = $3, state = 'waiting' where ${rowsByKeys('enrollment', { id: '$2::uuid[]' })}`,
    [tenantId, inside.map(({ id }) => id), now],
  );
}

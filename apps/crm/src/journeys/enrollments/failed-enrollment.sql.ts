import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Enrollment } from './enrollment.entity.js';

export async function postponeFailed(
  tx: SqlExecutor,
  { tenantId, id }: Enrollment,
  reason: string,
  dueAt: Date,
): Promise<void> {
  await exec(
    tx,
    `update enrollment set attempts = attempts + 1, last_error = $3, due_at = $4 where tenant_id = $1 and id = $2`,
    [tenantId, id, reason, dueAt],
  );
}

/** Ends an enrollment in its row alone. */
export async function endBluntly(tx: SqlExecutor, tenantId: TenantId, id: string, now: Date): Promise<void> {
  await exec(
    tx,
    `update enrollment set state = 'ended', due_at = null, ended_at = $3, outcome = 'failed', reason = 'step-failed'
      where tenant_id = $1 and id = $2 and state <> 'ended'`,
    [tenantId, id, now],
  );
}

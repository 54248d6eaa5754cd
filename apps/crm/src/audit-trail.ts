import { type AuditEvent, recordAudit } from '#libs/core/audit';
import { Problem, refusal } from '#libs/core/http';
import { type Database, isRetryable, isUnavailable, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/**
 * Records an entry of the audit log for a call, which does nothing without one. Call it last in the transaction, which
 * rolls back with it. Jobs, which nobody waits for, take `recordAudit`.
 * @throws Problem ServiceUnavailable if the log takes no entry
 */
export async function recordTrail(tx: SqlExecutor, event: AuditEvent): Promise<void> {
  try {
    await recordAudit(tx, event);
  } catch (cause) {
    if (isRetryable(cause) || isUnavailable(cause)) throw cause;
    throw refusal('ServiceUnavailable', { erro: 'A trilha de auditoria não está disponível. Tente mais tarde.' });
  }
}

/**
 * Finds out if a statement that also inserts an entry of the audit log failed because of the entry. It tries the entry alone,
 * and rolls it back. Returns ServiceUnavailable if the log takes no entry, else the error.
 */
export async function failureOf(
  error: unknown,
  database: Database,
  tenantId: TenantId,
  event: AuditEvent,
): Promise<unknown> {
  if (error instanceof Problem || isRetryable(error) || isUnavailable(error)) return error;
  const rollback = new Error('The entry was only tried');
  try {
    await database.tenant(tenantId, async (tx) => {
      await recordTrail(tx, event);
      throw rollback;
    });
  } catch (cause) {
    if (cause instanceof Problem) return cause;
  }
  return error;
}

import { type AuditEvent, recordAudit } from '#libs/audit';
import { refusal } from '#libs/http';
import { isRetryable, isUnavailable, type SqlExecutor } from '#libs/persistence';

/**
 * Records an entry of the audit log for what may not happen without one. Call it last in the transaction, which rolls
 * back with it.
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

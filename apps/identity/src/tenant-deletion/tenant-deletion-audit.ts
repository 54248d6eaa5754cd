import type { EntityManager } from 'typeorm';
import { recordAudit, type AuditEvent } from '#libs/core/audit';
import type { TenantId } from '#libs/core/persistence';

/** The actor of the steps that a deletion takes by itself. */
export const SERVICE = { kind: 'service', id: null, sessionId: null } as const;

/** Records a step of a deletion, by ids and counts alone: the entries outlive the tenant. */
export async function auditDeletion(
  tx: EntityManager,
  action: `tenant.${'deletion-requested' | 'restored' | 'deletion-started' | 'deleted'}`,
  tenantId: TenantId,
  { after, actor }: Pick<AuditEvent, 'after' | 'actor'> = {},
): Promise<void> {
  await recordAudit(tx, { action, object: { type: 'tenant', id: tenantId }, tenantId, after, actor });
}

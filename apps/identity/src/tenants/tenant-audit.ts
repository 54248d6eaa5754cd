import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit, type AuditEvent } from '#libs/core/audit';
import { currentOrigin } from '#libs/core/auth';
import type { TenantId } from '#libs/core/persistence';
import type { Tenant } from './tenant.entity.js';

const FIELDS = ['name', 'status', 'plan', 'products'] as const;
const CHANGEABLE = [...FIELDS, 'statusReason'] as const;

/** @param ownerId null if its owner is only invited */
export async function auditNewTenant(tx: EntityManager, tenant: Tenant, ownerId: string | null): Promise<void> {
  const after = { ...auditFields(tenant, ['slug', ...FIELDS]), ownerId };
  const { actor } = currentOrigin();
  const owner = { kind: 'user', id: ownerId, sessionId: null } as const;
  await recordAudit(tx, {
    action: 'tenant.created',
    object: objectOf(tenant),
    tenantId: tenant.id,
    after,
    // A user who registers has no session yet.
    actor: actor.kind === 'anonymous' ? owner : actor,
  });
}

/** Records the fields that differ; nothing if none does. */
export async function auditTenantChange(
  tx: EntityManager,
  before: Tenant,
  after: Tenant,
  reason?: string,
): Promise<void> {
  const changed = CHANGEABLE.filter((name) => String(before[name]) !== String(after[name]));
  if (changed.length === 0) return;
  await recordAudit(tx, {
    action: actionOf(before, after),
    object: objectOf(after),
    tenantId: after.id,
    before: auditFields(before, changed),
    after: auditFields(after, changed),
    reason,
  });
}

/**
 * Records `member.added`, `member.changed` or `member.removed`. Without a session, on the page of an invitation, the member
 * is the actor.
 */
export async function auditMember(
  tx: EntityManager,
  action: string,
  { tenantId, userId }: { tenantId: TenantId; userId: string },
  change: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  const { actor } = currentOrigin();
  const member = { kind: 'user', id: userId, sessionId: null } as const;
  const event = { action, object: { type: 'member', id: userId }, tenantId, ...change };
  await recordAudit(tx, { ...event, actor: actor.kind === 'anonymous' ? member : actor });
}

function actionOf(before: Tenant, after: Tenant): string {
  if (before.status === after.status) return 'tenant.changed';
  if (after.status === 'suspended') return 'tenant.suspended';
  return before.status === 'suspended' ? 'tenant.reactivated' : 'tenant.changed';
}

const objectOf = ({ id }: Tenant) => ({ type: 'tenant', id });

import type { EntityManager } from 'typeorm';
import { recordAudit, type AuditEvent } from '#libs/audit';
import { currentOrigin } from '#libs/auth';

/** Records a change of how a user logs in. Without a session, by the link of a mail, the user is the actor. */
export async function auditUser(
  tx: EntityManager,
  action: string,
  userId: string,
  change: Pick<AuditEvent, 'before' | 'after'> = {},
): Promise<void> {
  const { actor } = currentOrigin();
  const owner = { kind: 'user', id: userId, sessionId: null } as const;
  const event = { action, object: { type: 'user', id: userId }, ...change };
  await recordAudit(tx, { ...event, actor: actor.kind === 'anonymous' ? owner : actor });
}

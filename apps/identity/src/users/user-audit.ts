import type { EntityManager } from 'typeorm';
import { recordAudit, type AuditEvent } from '#libs/core/audit';
import { currentOrigin, type Actor } from '#libs/core/auth';

/** Records a change of how a user logs in. */
export async function auditUser(
  tx: EntityManager,
  action: string,
  userId: string,
  change: Pick<AuditEvent, 'before' | 'after' | 'reason'> = {},
): Promise<void> {
  const event = { action, object: { type: 'user', id: userId }, ...change };
  await recordAudit(tx, { ...event, actor: actorOfUser(userId) });
}

/** The actor of the request. Without a session, by the link of a mail, the user is the actor. */
export function actorOfUser(userId: string): Actor {
  const { actor } = currentOrigin();
  return actor.kind === 'anonymous' ? { kind: 'user', id: userId, sessionId: null } : actor;
}

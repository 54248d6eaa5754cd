import type { PoolClient } from 'pg';
import { recordAudit, type AuditEvent } from '#libs/audit';
import { currentOrigin } from '#libs/auth';

/** What becomes of a person's way in. Whoever does it without a session, by the link of a mail, is taken for the person. */
export async function auditPerson(
  tx: PoolClient,
  action: string,
  userId: string,
  change: Pick<AuditEvent, 'before' | 'after'> = {},
): Promise<void> {
  const { actor } = currentOrigin();
  const owner = { kind: 'user', id: userId, sessionId: null } as const;
  const event = { action, object: { type: 'user', id: userId }, ...change };
  await recordAudit(tx, { ...event, actor: actor.kind === 'anonymous' ? owner : actor });
}

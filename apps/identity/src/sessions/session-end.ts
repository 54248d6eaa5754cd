import type { PoolClient } from 'pg';
import { recordAudit } from '#libs/audit';
import type { Actor } from '#libs/auth';
import type { EndedSession } from './session.repository.js';

/** How a session comes to its end. */
export interface SessionEnd {
  /** By its own token, from the list of its person, or as OpenID Connect has it: sign-out, revocation, replay. */
  how: 'logout' | 'revoked' | 'openid-connect';
  /** Whoever shows the token of the session itself; absent where the request tells who acts. */
  actor?: Actor;
}

/** Notes the end in the transaction that makes it; nothing when the session had ended before. */
export async function auditEnd(
  tx: PoolClient,
  id: string,
  { wasOpen, clientId }: EndedSession,
  { how, actor }: SessionEnd,
): Promise<void> {
  if (!wasOpen) return;
  const before = clientId ? { clientId } : undefined;
  await recordAudit(tx, { action: 'session.ended', object: { type: 'session', id }, actor, before, after: { how } });
}

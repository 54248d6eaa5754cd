import { IsNull, type EntityManager } from 'typeorm';
import { currentOrigin } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { isId } from '#libs/core/persistence';
import { inFuture } from '../time-conditions.js';
import { Session } from './session.entity.js';

/**
 * Checks that the session of the request is still open. A change that adds a credential calls this after it has locked the
 * user: the session may have been ended since the request was authenticated. Needs the system role.
 * @throws Problem AuthorizationError
 */
export async function assertSessionOpen(tx: EntityManager): Promise<void> {
  const { kind, sessionId } = currentOrigin().actor;
  if (kind !== 'user' || sessionId === null) return;
  const open = isId('ses', sessionId) && { id: sessionId, revokedAt: IsNull(), expiresAt: inFuture() };
  if (!open || !(await tx.existsBy(Session, open))) {
    throw new Problem('AuthorizationError', { message: 'The session has ended' });
  }
}

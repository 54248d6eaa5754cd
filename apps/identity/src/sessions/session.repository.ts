import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { auditValues, type AuditEvent } from '#libs/core/audit';
import { exec, one, type Id, type SqlExecutor } from '#libs/core/persistence';
import { inFuture } from '../time-conditions.js';
import { Session } from './session.entity.js';
import { OPEN_SESSION, UPDATE_LAST_SEEN } from './session.sql.js';

export interface NewSession extends Pick<Session, 'id' | 'userId' | 'expiresAt' | 'ip' | 'userAgent'> {
  /** The client that it is for; absent if the user logs in. */
  clientId?: string;
  /** The hash that the password was verified against: the session opens only while it is the user's. */
  passwordHash?: string;
  /** The session that opens it: it opens only while that one is open. */
  openedBy?: Id<'ses'>;
}

export interface SessionUse {
  sessionId: string;
  at: Date;
}

@Injectable()
export class SessionRepository {
  /**
   * Inserts a session, and ends the user's longest unseen sessions until at most `max` are open.
   * @returns the ids of the ended ones; undefined if the password was changed or the opening session ended, and nothing
   * happened
   */
  async insert(tx: SqlExecutor, session: NewSession, max: number, audit: AuditEvent): Promise<Id<'ses'>[] | undefined> {
    const { id, userId, expiresAt, ip, userAgent, clientId = null, passwordHash = null, openedBy = null } = session;
    const sources = [clientId, passwordHash, openedBy];
    const values = [id, userId, expiresAt, ip, userAgent, max - 1, ...sources, ...auditValues(audit)];
    const { opened, surplus } = await one<{ opened: boolean; surplus: Id<'ses'>[] }>(tx, OPEN_SESSION, values);
    return opened ? surplus : undefined;
  }

  /** The open sessions of a user, the last seen first. */
  listOpen(tx: EntityManager, userId: Id<'usr'>): Promise<Session[]> {
    const where = { userId, revokedAt: IsNull(), expiresAt: inFuture() };
    return tx.find(Session, { where, order: { lastSeenAt: 'DESC', id: 'DESC' } });
  }

  /** Locks a session of a user, as it was before it ends. */
  async lockForUpdate(tx: EntityManager, id: Id<'ses'>, userId: Id<'usr'>): Promise<Session | undefined> {
    const lock = { mode: 'for_no_key_update' } as const;
    return (await tx.findOne(Session, { where: { id, userId }, lock })) ?? undefined;
  }

  /** Locks those of the sessions that are not revoked. */
  lockManyForUpdate(tx: EntityManager, ids: readonly Id<'ses'>[]): Promise<Session[]> {
    const where = { id: In(ids), revokedAt: IsNull() };
    return tx.find(Session, { where, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
  }

  /** Locks the open sessions of a user but one. */
  lockOthersForUpdate(tx: EntityManager, userId: Id<'usr'>, except: Id<'ses'> | undefined): Promise<Session[]> {
    const others = except === undefined ? {} : { id: Not(except) };
    const where = { userId, ...others, revokedAt: IsNull(), expiresAt: inFuture() };
    return tx.find(Session, { where, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
  }

  /** Marks sessions as revoked; a time that is there stays. */
  async revoke(tx: EntityManager, ids: readonly Id<'ses'>[]): Promise<void> {
    if (ids.length > 0) await tx.update(Session, { id: In(ids), revokedAt: IsNull() }, { revokedAt: () => 'now()' });
  }

  async updateLastSeen(tx: SqlExecutor, uses: readonly SessionUse[]): Promise<void> {
    await exec(tx, UPDATE_LAST_SEEN, [uses.map(({ sessionId }) => sessionId), uses.map(({ at }) => at)]);
  }
}

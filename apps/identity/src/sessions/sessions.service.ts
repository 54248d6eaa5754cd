import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import type { Actor } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Database, isId, newId, type Id } from '#libs/core/persistence';
import { IdentityConfig } from '../config.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges, type ChangedEntry } from '../credentials/view-change.sql.js';
import { PendingLoginRepository } from './pending-login.repository.js';
import type { Session } from './session.entity.js';
import { SessionRepository, type SessionUse } from './session.repository.js';
import { SessionTokens } from './session-tokens.js';

const HOUR_MS = 3_600_000;

/** The client that a session is opened for, shown in the user's list of sessions. */
export interface Client {
  ip?: string;
  userAgent?: string;
}

/** A session of a user, or of an app in the user's name. */
export interface WantedSession {
  userId: Id<'usr'>;
  expiresAt: Date;
  /** The OpenID Connect client that it is for; absent if the user logs in. */
  clientId?: string;
  /** See {@link SessionsService.logIn}. */
  passwordHash?: string;
  /** The session of the sign-in, for a session of an app: it must be open. */
  openedBy?: Id<'ses'>;
}

export interface OpenedSession {
  token: string;
  sessionId: Id<'ses'>;
  expiresAt: Date;
}

/** How a session ended: by its own token, from the user's list, or by OpenID Connect (sign-out, revocation, replay). */
type SessionEnd = 'logout' | 'revoked' | 'openid-connect';

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly pending: PendingLoginRepository,
    private readonly tokens: SessionTokens,
    private readonly publisher: CredentialPublisher,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * Opens the session of a user who logs in.
   * @param passwordHash the hash that the password was verified against
   * @throws Problem AuthorizationError if the password was changed since
   */
  async logIn(userId: Id<'usr'>, client: Client, passwordHash?: string): Promise<OpenedSession> {
    const expiresAt = inWholeSeconds(Date.now() + this.config.sessionHours * HOUR_MS);
    const sessionId = await this.open({ userId, expiresAt, passwordHash }, client);
    return { token: await this.tokens.issue({ userId, sessionId, expiresAt }), sessionId, expiresAt };
  }

  /** Opens a session; one too many ends the session that was unseen for longest. @throws Problem AuthorizationError */
  async open(wanted: WantedSession, { ip = '', userAgent = '' }: Client): Promise<Id<'ses'>> {
    const { userId, expiresAt, clientId } = wanted;
    const id = newId('ses');
    const session = { ...wanted, id, ip: ip || null, userAgent: userAgent || null };
    const mark = await this.publisher.mark();
    const ended = await this.database.statement((pool) =>
      this.sessions.insert(pool, session, this.config.sessionsPerUser, auditOfOpen(id, userId, clientId)),
    );
    if (!ended)
      throw new Problem('AuthorizationError', {
        message: 'The password was changed a moment ago, or you were signed out',
      });
    await this.publisher.addNew(mark, 'session', id, { sessionId: id, userId, expiresAt: expiresAt.toISOString() });
    await this.publisher.tryPublish(changesOf(ended));
    return id;
  }

  /** The open sessions of a user, the last seen first. */
  async list(userId: string): Promise<Session[]> {
    if (!isId('usr', userId)) return [];
    return this.database.system((tx) => this.sessions.listOpen(tx, userId));
  }

  async updateLastSeen(uses: readonly SessionUse[]): Promise<void> {
    await this.database.statement((pool) => this.sessions.updateLastSeen(pool, uses));
  }

  /** Ends a session by its own token. When this returns true, every app rejects it; false if the user has no such session. */
  logOut(userId: string, sessionId: string): Promise<boolean> {
    return this.endOne(userId, sessionId, 'logout', { kind: 'user', id: userId, sessionId });
  }

  /** When this returns, every app rejects the session. @throws Problem NotFound if the user has no such session */
  async end(userId: string, sessionId: string): Promise<void> {
    if (!(await this.endOne(userId, sessionId, 'revoked'))) throw new Problem('NotFound');
  }

  /** Ends sessions for OpenID Connect. When this returns, every app rejects them. */
  async endMany(ids: readonly Id<'ses'>[]): Promise<void> {
    if (ids.length === 0) return;
    const changes = changesOf(ids);
    await this.database.system(async (tx) => {
      const sessions = await this.sessions.lockManyForUpdate(tx, ids);
      await this.sessions.revoke(tx, ids);
      await recordViewChanges(tx, changes);
      for (const session of sessions) await auditEnd(tx, session, 'openid-connect');
    });
    await this.publisher.publish(changes);
  }

  /** Ends every session of a user but one. When this returns, every app rejects them. */
  async endOthers(userId: Id<'usr'>, exceptId?: Id<'ses'>): Promise<void> {
    const changes = await this.database.system((tx) => this.endOthersIn(tx, userId, exceptId));
    await this.publisher.publish(changes);
  }

  /**
   * The same within a transaction that changes more, such as a password; pending logins end, too.
   * @returns the changes that the caller publishes after the commit
   */
  async endOthersIn(tx: EntityManager, userId: Id<'usr'>, exceptId?: Id<'ses'>): Promise<ChangedEntry[]> {
    const ids = (await this.sessions.lockOthersForUpdate(tx, userId, exceptId)).map(({ id }) => id);
    await this.sessions.revoke(tx, ids);
    await this.pending.delete(tx, userId);
    const changes = changesOf(ids);
    await recordViewChanges(tx, changes);
    return changes;
  }

  /** Returns false if the user has no such session. */
  private async endOne(userId: string, sessionId: string, how: SessionEnd, actor?: Actor): Promise<boolean> {
    if (!isId('usr', userId) || !isId('ses', sessionId)) return false;
    const changes = changesOf([sessionId]);
    const isKnown = await this.database.system(async (tx) => {
      const session = await this.sessions.lockForUpdate(tx, sessionId, userId);
      if (!session) return false;
      await this.sessions.revoke(tx, [sessionId]);
      await recordViewChanges(tx, changes);
      await auditEnd(tx, session, how, actor);
      return true;
    });
    if (isKnown) await this.publisher.publish(changes);
    return isKnown;
  }
}

function auditOfOpen(sessionId: Id<'ses'>, userId: Id<'usr'>, clientId: string | undefined) {
  const actor = { kind: 'user', id: userId, sessionId } as const;
  const object = { type: 'session', id: sessionId };
  return { action: 'session.opened', object, actor, ...(clientId && { after: { clientId } }) };
}

/** Records the end of a session in the transaction that makes it. One that had ended before has its entry already. */
async function auditEnd(tx: EntityManager, before: Session, how: SessionEnd, actor?: Actor): Promise<void> {
  const { id, clientId, revokedAt, expiresAt } = before;
  if (revokedAt || expiresAt.getTime() <= Date.now()) return;
  const object = { type: 'session', id };
  const fields = { before: clientId ? { clientId } : undefined, after: { how } };
  await recordAudit(tx, { action: 'session.ended', object, actor, ...fields });
}

const changesOf = (ids: readonly Id<'ses'>[]): ChangedEntry[] => ids.map((name) => ({ kind: 'session', name }));

/** A token states its expiry in seconds. */
const inWholeSeconds = (ms: number): Date => new Date(Math.floor(ms / 1_000) * 1_000);

import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Problem } from '#libs/http';
import { newId, type Id } from '#libs/persistence';
import { IdentityConfig } from '../config.js';
import { recordViewChanges, type ViewChange } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { SupportSessionService } from '../support/support-session.service.js';
import { PendingLoginRepository } from '../two-factor/pending-login.repository.js';
import { auditEnd, type SessionEnd } from './session-end.js';
import { SessionRepository, type OpenSession, type SessionUse } from './session.repository.js';
import { SessionTokens } from './session-tokens.js';

const HOUR_MS = 3_600_000;

/** Where a session is opened from, for its owner to recognise it by. */
export interface Client {
  ip?: string;
  userAgent?: string;
}

/** A session of a person, or in their name one of an app. */
export interface WantedSession {
  userId: Id<'usr'>;
  expiresAt: Date;
  /** The app that it is for; absent when the person signs in. */
  clientId?: string;
  /** See {@link SessionService.open}. */
  passwordHash?: string;
}

export interface OpenedSession {
  token: string;
  sessionId: Id<'ses'>;
  expiresAt: Date;
}

@Injectable()
export class SessionService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly sessions: SessionRepository,
    private readonly pending: PendingLoginRepository,
    private readonly tokens: SessionTokens,
    private readonly support: SupportSessionService,
    private readonly publisher: ViewPublisher,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * Signs a person in.
   * @param passwordHash of the password that was checked: no session opens when it has been replaced meanwhile
   * @throws Problem AuthorizationError when it has
   */
  async open(userId: Id<'usr'>, client: Client, passwordHash?: string): Promise<OpenedSession> {
    const expiresAt = inWholeSeconds(Date.now() + this.config.sessionHours * HOUR_MS);
    const sessionId = await this.begin({ userId, expiresAt, passwordHash }, client);
    return { token: await this.tokens.issue({ userId, sessionId, expiresAt }), sessionId, expiresAt };
  }

  /** A person with as many sessions as there may be loses the one that was seen last longest ago. */
  async begin(wanted: WantedSession, { ip = '', userAgent = '' }: Client): Promise<Id<'ses'>> {
    const { userId, expiresAt, clientId } = wanted;
    const sessionId = newId('ses');
    const session = { ...wanted, id: sessionId, ip: ip || null, userAgent: userAgent || null };
    const actor = { kind: 'user', id: userId, sessionId } as const;
    const object = { type: 'session', id: sessionId };
    const audit = { action: 'session.opened', object, actor, ...(clientId && { after: { clientId } }) };
    const insert = async () => {
      const ended = await this.sessions.open(session, this.config.sessionsPerUser, audit);
      if (!ended) throw new Problem('AuthorizationError', { message: 'The password was changed a moment ago' });
      return changesOf(ended);
    };
    const entry = { sessionId, userId, expiresAt: expiresAt.toISOString() };
    const surplus = await this.publisher.introduce(insert, () => ({ kind: 'session', name: sessionId, entry }));
    await this.publisher.announce(surplus);
    return sessionId;
  }

  listOf(userId: string): Promise<OpenSession[]> {
    return this.sessions.openOf(userId);
  }

  noteUse(uses: readonly SessionUse[]): Promise<void> {
    return this.sessions.noteUse(uses);
  }

  /** When this returns, the session opens nothing any more. A token that never was ours is no failure. */
  async endByToken(token: string): Promise<void> {
    const ticket = await this.tokens.read(token);
    if (!ticket) return;
    const { userId, sessionId } = ticket;
    const holder = { kind: 'user', id: userId, sessionId } as const;
    if (await this.endOne(userId, sessionId, { how: 'logout', actor: holder })) return;
    await this.support.end(userId, sessionId);
  }

  /** When this returns, the session opens nothing any more. @throws Problem NotFound when it is not this person's */
  async end(userId: string, sessionId: string): Promise<void> {
    if (!(await this.endOne(userId, sessionId, { how: 'revoked' }))) throw new Problem('NotFound');
  }

  /** Ends every session of a person but one. When this returns, they open nothing any more. */
  async endOthers(userId: string, exceptSessionId?: string): Promise<void> {
    const changes = await this.system.transaction((tx) => this.endOthersIn(tx, userId, exceptSessionId));
    await this.publisher.enforce(changes);
  }

  /**
   * The same within a transaction that changes more, such as a password; logins that wait for a second factor end, too.
   * What it gives is to be enforced by the view's publisher after the commit.
   */
  async endOthersIn(tx: PoolClient, userId: string, exceptSessionId?: string): Promise<ViewChange[]> {
    const changes = changesOf(await this.sessions.endOthers(tx, userId, exceptSessionId));
    await this.pending.close(tx, userId);
    await recordViewChanges(tx, changes);
    return changes;
  }

  /** Whether there is such a session of this person. */
  private async endOne(userId: string, sessionId: string, { how, actor }: SessionEnd): Promise<boolean> {
    const changes = changesOf([sessionId]);
    const known = await this.system.transaction(async (tx) => {
      const ended = await this.sessions.end(tx, sessionId, userId);
      if (!ended) return false;
      await recordViewChanges(tx, changes);
      await auditEnd(tx, sessionId, ended, { how, actor });
      return true;
    });
    if (known) await this.publisher.enforce(changes);
    return known;
  }
}

const changesOf = (sessionIds: readonly string[]): ViewChange[] =>
  sessionIds.map((name) => ({ kind: 'session', name }));

/** The token says the same moment, and says it in seconds. */
const inWholeSeconds = (ms: number): Date => new Date(Math.floor(ms / 1_000) * 1_000);

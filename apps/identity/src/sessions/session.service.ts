import { Injectable } from '@nestjs/common';
import { newId, type Id } from '#libs/persistence';
import { IdentityConfig } from '../config.js';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { SessionRepository } from './session.repository.js';
import { SessionTokens } from './session-tokens.js';

const HOUR_MS = 3_600_000;

/** Where a session is opened from, for its owner to recognise it by. */
export interface Client {
  ip?: string;
  userAgent?: string;
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
    private readonly tokens: SessionTokens,
    private readonly publisher: ViewPublisher,
    private readonly config: IdentityConfig,
  ) {}

  async open(userId: Id<'usr'>, { ip = '', userAgent = '' }: Client): Promise<OpenedSession> {
    const sessionId = newId('ses');
    const expiresAt = inWholeSeconds(Date.now() + this.config.sessionHours * HOUR_MS);
    const changes = [{ kind: 'session', name: sessionId }] as const;
    await this.system.transaction(async (tx) => {
      await this.sessions.insert(tx, {
        id: sessionId,
        userId,
        expiresAt,
        ip: ip || null,
        userAgent: userAgent || null,
      });
      await recordViewChanges(tx, changes);
    });
    await this.publisher.announce(changes);
    return { token: await this.tokens.issue({ userId, sessionId, expiresAt }), sessionId, expiresAt };
  }

  /** When this returns, the session opens nothing any more. A token that never was ours is no failure. */
  async endByToken(token: string): Promise<void> {
    const ticket = await this.tokens.read(token);
    if (!ticket) return;
    const changes = [{ kind: 'session', name: ticket.sessionId }] as const;
    const known = await this.system.transaction(async (tx) => {
      const ended = await this.sessions.end(tx, ticket.sessionId, ticket.userId);
      if (ended) await recordViewChanges(tx, changes);
      return ended;
    });
    if (known) await this.publisher.enforce(changes);
  }
}

/** The token says the same moment, and says it in seconds. */
const inWholeSeconds = (ms: number): Date => new Date(Math.floor(ms / 1_000) * 1_000);

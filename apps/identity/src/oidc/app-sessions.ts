import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/persistence';
import { IdentityConfig } from '../config.js';
import { recordViewChanges, type ViewChange } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { auditEnd } from '../sessions/session-end.js';
import type { EndedSession } from '../sessions/session.repository.js';
import { SessionService, type Client } from '../sessions/session.service.js';
import { ArtifactRepository } from './artifact.repository.js';

const HOUR_SECONDS = 3_600;

/** A session as what was issued under it knows it. */
export interface SessionSpan {
  id: Id<'ses'>;
  /** Seconds since 1970. */
  endsAt: number;
}

export interface AppGrant {
  userId: Id<'usr'>;
  clientId: string;
  /** Whether it goes on after the person has signed out. */
  offline: boolean;
}

/**
 * The sessions behind access tokens. The product's own pages share the session of the sign-in; every other app has one
 * of its own, which its person sees and can revoke like any other.
 */
@Injectable()
export class AppSessions {
  private readonly ending = new Map<string, Promise<void>>();

  constructor(
    private readonly system: SystemDatabase,
    private readonly artifacts: ArtifactRepository,
    private readonly sessions: SessionService,
    private readonly publisher: ViewPublisher,
    private readonly config: IdentityConfig,
  ) {}

  async open({ userId, clientId, offline }: AppGrant, client: Client): Promise<SessionSpan> {
    const lasts = offline ? this.config.offlineDays * 24 * HOUR_SECONDS : this.config.sessionHours * HOUR_SECONDS;
    const endsAt = Math.floor(Date.now() / 1_000) + lasts;
    const id = await this.sessions.begin({ userId, clientId, expiresAt: new Date(endsAt * 1_000) }, client);
    return { id, endsAt };
  }

  /**
   * Ends a grant, all that was issued under it, and the session behind it. Whoever asks for the same meanwhile waits
   * for the same: the library asks once for each kind of thing that a grant may have.
   */
  endGrant(grantId: string): Promise<void> {
    const known = this.ending.get(grantId);
    if (known) return known;
    const ending = this.artifacts
      .deleteGrant(grantId)
      .then((ids) => this.end(ids))
      .finally(() => this.ending.delete(grantId));
    this.ending.set(grantId, ending);
    return ending;
  }

  /** When this returns, none of them opens anything any more. */
  async end(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const changes = changesOf(ids);
    await this.system.transaction(async (tx) => {
      const { rows } = await tx.query<EndedSession & { id: string }>(
        `update session set revoked_at = now() where id = any ($1) and revoked_at is null
         returning id, client_id as "clientId", expires_at > now() as "wasOpen"`,
        [ids],
      );
      await recordViewChanges(tx, changes);
      for (const ended of rows) await auditEnd(tx, ended.id, ended, { how: 'openid-connect' });
    });
    await this.publisher.enforce(changes);
  }
}

const changesOf = (ids: readonly string[]): ViewChange[] => ids.map((name) => ({ kind: 'session', name }));

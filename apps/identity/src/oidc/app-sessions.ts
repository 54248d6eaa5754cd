import { Injectable } from '@nestjs/common';
import { Database, type Id } from '#libs/core/persistence';
import { IdentityConfig } from '../config.js';
import { SessionsService, type Client } from '../sessions/sessions.service.js';
import { ArtifactRepository } from './artifact.repository.js';

const HOUR_SECONDS = 3_600;

/** A session, as the artifacts issued under it store it. */
export interface SessionSpan {
  id: Id<'ses'>;
  /** Seconds since 1970. */
  endsAt: number;
}

export interface AppGrant {
  userId: Id<'usr'>;
  clientId: string;
  /** Whether it stays valid after the user signs out. */
  offline: boolean;
  /** The session of the sign-in. */
  signIn: Id<'ses'> | undefined;
}

/**
 * The sessions behind access tokens. The product's own pages share the session of the sign-in; every other app has one of
 * its own, which its user sees and can revoke like any other.
 */
@Injectable()
export class AppSessions {
  private readonly ending = new Map<string, Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly artifacts: ArtifactRepository,
    private readonly sessions: SessionsService,
    private readonly config: IdentityConfig,
  ) {}

  /** @throws Problem AuthorizationError if the sign-in has ended */
  async open({ userId, clientId, offline, signIn }: AppGrant, client: Client): Promise<SessionSpan> {
    const lifetime = offline ? this.config.offlineDays * 24 * HOUR_SECONDS : this.config.sessionHours * HOUR_SECONDS;
    const endsAt = Math.floor(Date.now() / 1_000) + lifetime;
    const id = await this.sessions.open(
      { userId, clientId, openedBy: signIn, expiresAt: new Date(endsAt * 1_000) },
      client,
    );
    return { id, endsAt };
  }

  /**
   * Ends a grant, all that was issued under it, and its session. Calls for one grant share the work: the library calls once
   * for each kind of artifact.
   */
  endGrant(grantId: string): Promise<void> {
    const known = this.ending.get(grantId);
    if (known) return known;
    const ending = this.deleteGrant(grantId).finally(() => this.ending.delete(grantId));
    this.ending.set(grantId, ending);
    return ending;
  }

  /** When this returns, every app rejects the sessions. */
  end(ids: readonly Id<'ses'>[]): Promise<void> {
    return this.sessions.endMany(ids);
  }

  private async deleteGrant(grantId: string): Promise<void> {
    await this.end(await this.database.system((tx) => this.artifacts.deleteGrant(tx, grantId)));
  }
}

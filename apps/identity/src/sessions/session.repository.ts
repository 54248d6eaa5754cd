import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Id } from '#libs/persistence';

export interface NewSession {
  id: Id<'ses'>;
  userId: Id<'usr'>;
  expiresAt: Date;
  ip: string | null;
  userAgent: string | null;
}

@Injectable()
export class SessionRepository {
  async insert(tx: PoolClient, session: NewSession): Promise<void> {
    await tx.query(`insert into session (id, user_id, expires_at, ip, user_agent) values ($1, $2, $3, $4, $5)`, [
      session.id,
      session.userId,
      session.expiresAt,
      session.ip,
      session.userAgent,
    ]);
  }

  /** Whether there is such a session of this person; one that has ended stays as it is. */
  async end(tx: PoolClient, id: string, userId: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      `update session set revoked_at = coalesce(revoked_at, now()) where id = $1 and user_id = $2`,
      [id, userId],
    );
    return rowCount === 1;
  }
}

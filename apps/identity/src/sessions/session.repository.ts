import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { auditClause, auditValues, type AuditEvent } from '#libs/audit';
import type { Id } from '#libs/persistence';
import { SystemDatabase, type PreparedStatement } from '../database/system-database.js';

export interface NewSession {
  id: Id<'ses'>;
  userId: Id<'usr'>;
  expiresAt: Date;
  ip: string | null;
  userAgent: string | null;
  /** The app that it is opened for; absent when the person opens it, by password. */
  clientId?: string;
  /** The password that the person was let in by, as it was kept then: the session opens only while it is theirs. */
  passwordHash?: string;
}

/** A session that is open, as its owner sees it. */
export interface OpenSession {
  id: Id<'ses'>;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  ip: string | null;
  userAgent: string | null;
  /** The app that it was opened for; null when the person opened it, by password. */
  clientId: string | null;
}

export interface EndedSession {
  /** Whether it opened anything until now: of several who end it at once one is told so. */
  wasOpen: boolean;
  clientId: string | null;
}

export interface SessionUse {
  sessionId: string;
  at: Date;
}

type SessionId = { id: Id<'ses'> };

/**
 * One statement, so that a login takes one message to Postgres and not four. The person is locked first, as by whoever
 * changes the password: a session is either opened before that, and then ended by it, or not at all. What the final
 * select does not read (the note for the view, the audit log) comes last.
 */
const OPEN: PreparedStatement = {
  name: 'open-session',
  text: `with person as materialized (
      select id from user_account where id = $2 and password_hash = coalesce($8, password_hash) for share),
    surplus as (
      update session set revoked_at = now() where id in (
        select id from session where user_id = (select id from person) and revoked_at is null and expires_at > now()
         order by last_seen_at desc, id desc offset $6)
      returning id),
    opened as (
      insert into session (id, user_id, expires_at, ip, user_agent, client_id)
      select $1, id, $3, $4, $5, $7 from person returning id),
    noted as (insert into view_change (kind, name) select 'session', id from surplus),
    audited as (${auditClause('opened', 8)})
    select exists (select from opened) as opened, array(select id from surplus) as surplus`,
};

@Injectable()
export class SessionRepository {
  constructor(private readonly system: SystemDatabase) {}

  /**
   * Opens a session, and ends so many of the person's others, those that were seen last longest ago, that `most` are
   * open; gives those that it ended, noted as changes of the view. Undefined, and nothing happens, when the password is
   * another one by now.
   */
  async open(session: NewSession, most: number, audit: AuditEvent): Promise<Id<'ses'>[] | undefined> {
    const [row] = await this.system.query<{ opened: boolean; surplus: Id<'ses'>[] }>(OPEN, [
      session.id,
      session.userId,
      session.expiresAt,
      session.ip,
      session.userAgent,
      most - 1,
      session.clientId ?? null,
      session.passwordHash ?? null,
      ...auditValues(audit),
    ]);
    return row?.opened ? row.surplus : undefined;
  }

  async openOf(userId: string): Promise<OpenSession[]> {
    return this.system.query<OpenSession>(
      `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", ip,
              user_agent as "userAgent", client_id as "clientId"
         from session where user_id = $1 and revoked_at is null and expires_at > now()
        order by last_seen_at desc, id desc`,
      [userId],
    );
  }

  /** Undefined when there is no such session of this person; one that has ended stays as it is. */
  async end(tx: PoolClient, id: string, userId: string): Promise<EndedSession | undefined> {
    const { rows } = await tx.query<EndedSession>(
      `update session s set revoked_at = coalesce(s.revoked_at, now())
         from (select id, revoked_at is null and expires_at > now() as open from session
                where id = $1 and user_id = $2 for no key update) before
        where s.id = before.id
       returning before.open as "wasOpen", s.client_id as "clientId"`,
      [id, userId],
    );
    return rows[0];
  }

  /** Ends every session of a person but one, and gives those that it ended. */
  async endOthers(tx: PoolClient, userId: string, except: string | undefined): Promise<Id<'ses'>[]> {
    const { rows } = await tx.query<SessionId>(
      `update session set revoked_at = now()
        where user_id = $1 and id is distinct from $2 and revoked_at is null and expires_at > now() returning id`,
      [userId, except ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** Only ever forward: reports of several processes come in any order. Locked in one order, so that none waits in a ring. */
  async noteUse(uses: readonly SessionUse[]): Promise<void> {
    await this.system.query(
      `with used as (select id, max(at) as at from unnest($1::text[], $2::timestamptz[]) as one (id, at) group by id),
            due as (select s.id, u.at from session s join used u on u.id = s.id and s.last_seen_at < u.at
                     order by s.id for no key update of s)
       update session s set last_seen_at = greatest(s.last_seen_at, due.at) from due where s.id = due.id`,
      [uses.map(({ sessionId }) => sessionId), uses.map(({ at }) => at)],
    );
  }

  /** Forgets so many of the sessions that ended before this time. */
  async purge(endedBefore: Date, limit: number): Promise<number> {
    const rows = await this.system.query(
      `delete from session where id in
         (select id from session where least(expires_at, revoked_at) < $1 limit $2 for update skip locked)
       returning id`,
      [endedBefore, limit],
    );
    return rows.length;
  }
}

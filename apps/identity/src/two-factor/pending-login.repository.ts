import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Id } from '#libs/persistence';
import { SystemDatabase } from '../database/system-database.js';
import type { PersonStatus } from '../people/person.repository.js';

/** What the second step of a login looks at. */
export interface PendingLogin {
  userId: Id<'usr'>;
  email: string;
  status: PersonStatus;
  sealedSecret: string;
  /** Of the password that it began with: a change of the password ends pending logins. */
  passwordHash: string;
}

/** Right passwords that wait for their second factor. */
@Injectable()
export class PendingLoginRepository {
  constructor(private readonly system: SystemDatabase) {}

  /** In place of the one that the person may have; none when the password is another one by now. */
  async open(
    { userId, passwordHash }: Pick<PendingLogin, 'userId' | 'passwordHash'>,
    expiresAt: Date,
    tries: number,
  ): Promise<void> {
    await this.system.query(
      `insert into pending_login (user_id, expires_at, tries_left)
       select id, $2, $3 from user_account where id = $1 and password_hash = $4 for share
       on conflict (user_id) do update set expires_at = $2, tries_left = $3`,
      [userId, expiresAt, tries, passwordHash],
    );
  }

  /** Takes one try; undefined when there is no pending login, or none of its tries is left. */
  async takeTry(userId: string): Promise<PendingLogin | undefined> {
    const [pending] = await this.system.query<PendingLogin>(
      `update pending_login p set tries_left = p.tries_left - 1
         from user_account u, email_address a, totp t
        where p.user_id = $1 and p.expires_at > now() and p.tries_left > 0
          and u.id = p.user_id and a.user_id = u.id and a.is_primary
          and t.user_id = u.id and t.confirmed_at is not null
       returning u.id as "userId", a.email, u.status, t.sealed_secret as "sealedSecret",
                 u.password_hash as "passwordHash"`,
      [userId],
    );
    return pending;
  }

  /** Whether there was one. */
  async close(tx: PoolClient, userId: string): Promise<boolean> {
    const { rowCount } = await tx.query(`delete from pending_login where user_id = $1`, [userId]);
    return rowCount === 1;
  }

  async purge(limit: number): Promise<number> {
    const rows = await this.system.query(
      `delete from pending_login where user_id in
         (select user_id from pending_login where expires_at < now() limit $1 for update skip locked)
       returning user_id`,
      [limit],
    );
    return rows.length;
  }
}

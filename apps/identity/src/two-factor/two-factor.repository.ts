import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { SystemDatabase } from '../database/system-database.js';

export interface TwoFactorState {
  confirmedAt: Date | null;
  recoveryCodesLeft: number;
}

/** The second factors of people: a TOTP secret each, and the recovery codes that stand in for it. */
@Injectable()
export class TwoFactorRepository {
  constructor(private readonly system: SystemDatabase) {}

  async state(userId: string): Promise<TwoFactorState> {
    const [state] = await this.system.query<TwoFactorState>(
      `select confirmed_at as "confirmedAt",
              (select count(*)::int from recovery_code r
                where r.user_id = t.user_id and r.used_at is null) as "recoveryCodesLeft"
         from totp t where user_id = $1 and confirmed_at is not null`,
      [userId],
    );
    return state ?? { confirmedAt: null, recoveryCodesLeft: 0 };
  }

  /** Keeps a secret beside the confirmed one, if there is one, until it is confirmed itself. */
  async storePending(userId: string, sealed: string, until: Date): Promise<void> {
    await this.system.query(
      `insert into totp (user_id, sealed_pending, pending_until) values ($1, $2, $3)
       on conflict (user_id) do update set sealed_pending = $2, pending_until = $3`,
      [userId, sealed, until],
    );
  }

  async findPending(userId: string): Promise<string | undefined> {
    const [row] = await this.system.query<{ sealed: string }>(
      `select sealed_pending as sealed from totp where user_id = $1 and pending_until > now()`,
      [userId],
    );
    return row?.sealed;
  }

  /** Puts the pending secret in force, its code counting as used. Of several at once exactly one gets true. */
  async confirm(tx: PoolClient, userId: string, sealedPending: string, step: number): Promise<boolean> {
    const { rowCount } = await tx.query(
      `update totp set sealed_secret = sealed_pending, confirmed_at = now(), last_step = $3,
                       sealed_pending = null, pending_until = null
        where user_id = $1 and sealed_pending = $2`,
      [userId, sealedPending, step],
    );
    return rowCount === 1;
  }

  /** Whether there was a second factor in force; one that waits for its first code goes, too. */
  async remove(tx: PoolClient, userId: string): Promise<boolean> {
    const { rows } = await tx.query<{ on: boolean }>(
      `delete from totp where user_id = $1 returning confirmed_at is not null as on`,
      [userId],
    );
    return rows[0]?.on ?? false;
  }

  /** In place of all codes that the person has. */
  async replaceRecoveryCodes(tx: PoolClient, userId: string, hashes: readonly string[]): Promise<void> {
    await tx.query(`delete from recovery_code where user_id = $1`, [userId]);
    await tx.query(`insert into recovery_code (user_id, code_hash) select $1, unnest($2::text[])`, [userId, hashes]);
  }

  /** Whether a second factor is in force; its row stays as it is until the transaction ends. */
  async lockConfirmed(tx: PoolClient, userId: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      `select 1 from totp where user_id = $1 and confirmed_at is not null for update`,
      [userId],
    );
    return rowCount === 1;
  }

  /** Uses the code of a time step. Of several at once exactly one gets true, and no step before it counts any more. */
  async useStep(tx: PoolClient, userId: string, sealedSecret: string, step: number): Promise<boolean> {
    const { rowCount } = await tx.query(
      `update totp set last_step = $3 where user_id = $1 and sealed_secret = $2 and last_step < $3`,
      [userId, sealedSecret, step],
    );
    return rowCount === 1;
  }

  /** Uses a recovery code. Of several at once exactly one gets true. */
  async useRecoveryCode(tx: PoolClient, userId: string, hash: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      `update recovery_code set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null`,
      [userId, hash],
    );
    return rowCount === 1;
  }
}

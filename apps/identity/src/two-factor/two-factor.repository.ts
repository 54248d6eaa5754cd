import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { isId, type Id } from '#libs/core/persistence';
import { inFuture } from '../time-conditions.js';
import { RecoveryCode, Totp } from './two-factor.entities.js';

export interface TwoFactorState {
  confirmedAt: Date | null;
  recoveryCodesLeft: number;
}

/** The second factors of users: one TOTP secret each, and recovery codes. */
@Injectable()
export class TwoFactorRepository {
  async getState(tx: EntityManager, userId: string): Promise<TwoFactorState> {
    const totp = isId('usr', userId) && (await tx.findOneBy(Totp, { userId, confirmedAt: Not(IsNull()) }));
    if (!totp) return { confirmedAt: null, recoveryCodesLeft: 0 };
    const recoveryCodesLeft = await tx.countBy(RecoveryCode, { userId: totp.userId, usedAt: IsNull() });
    return { confirmedAt: totp.confirmedAt, recoveryCodesLeft };
  }

  /** The sealed secret of an active second factor. */
  async findSecret(tx: EntityManager, userId: Id<'usr'>): Promise<string | undefined> {
    return (await tx.findOneBy(Totp, { userId, confirmedAt: Not(IsNull()) }))?.sealedSecret ?? undefined;
  }

  /** Stores a secret that waits for its first code; a confirmed one stays active beside it. */
  async upsertPending(tx: EntityManager, pending: PendingSecret): Promise<void> {
    await tx.upsert(Totp, pending, ['userId']);
  }

  async findPending(tx: EntityManager, userId: string): Promise<string | undefined> {
    if (!isId('usr', userId)) return undefined;
    return (await tx.findOneBy(Totp, { userId, pendingUntil: inFuture() }))?.sealedPending ?? undefined;
  }

  /** Activates the pending secret; its code counts as used. Of concurrent calls exactly one returns true. */
  async confirm(tx: EntityManager, userId: string, sealedPending: string, step: number): Promise<boolean> {
    if (!isId('usr', userId)) return false;
    const { affected } = await tx.update(
      Totp,
      { userId, sealedPending },
      {
        sealedSecret: sealedPending,
        confirmedAt: () => 'now()',
        lastStep: String(step),
        sealedPending: null,
        pendingUntil: null,
      },
    );
    return affected === 1;
  }

  /** Deletes a pending secret, too. Returns whether a second factor was active. */
  async delete(tx: EntityManager, userId: string): Promise<boolean> {
    const wasOn = await this.lockConfirmedForUpdate(tx, userId);
    if (isId('usr', userId)) await tx.delete(Totp, { userId });
    return wasOn;
  }

  /** Replaces all recovery codes of a user. */
  async replaceRecoveryCodes(tx: EntityManager, userId: Id<'usr'>, hashes: readonly string[]): Promise<void> {
    await tx.delete(RecoveryCode, { userId });
    await tx.insert(
      RecoveryCode,
      hashes.map((codeHash) => ({ userId, codeHash })),
    );
  }

  /** Returns whether a second factor is active, and locks its row. */
  async lockConfirmedForUpdate(tx: EntityManager, userId: string): Promise<boolean> {
    if (!isId('usr', userId)) return false;
    const where = { userId, confirmedAt: Not(IsNull()) };
    return (await tx.findOne(Totp, { where, lock: { mode: 'pessimistic_write' } })) !== null;
  }

  /** Uses the code of a time step. Of several at once exactly one returns true; earlier steps are no longer valid. */
  async useStep(tx: EntityManager, userId: Id<'usr'>, sealedSecret: string, step: number): Promise<boolean> {
    const unused = { userId, sealedSecret, lastStep: LessThan(String(step)) };
    return (await tx.update(Totp, unused, { lastStep: String(step) })).affected === 1;
  }

  /** Uses a recovery code. Of several at once exactly one returns true. */
  async useRecoveryCode(tx: EntityManager, userId: Id<'usr'>, codeHash: string): Promise<boolean> {
    const unused = { userId, codeHash, usedAt: IsNull() };
    return (await tx.update(RecoveryCode, unused, { usedAt: () => 'now()' })).affected === 1;
  }
}

export type PendingSecret = Pick<Totp, 'userId' | 'sealedPending' | 'pendingUntil'>;

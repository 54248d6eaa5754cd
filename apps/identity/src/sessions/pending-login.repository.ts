import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { isId, type Id } from '#libs/core/persistence';
import { inFuture } from '../time-conditions.js';
import { User, type UserStatus } from '../users/user.entity.js';
import { PendingLogin } from './pending-login.entity.js';

/** The user of a pending login, as the second step of the login needs it. */
export interface PendingUser {
  userId: Id<'usr'>;
  email: string;
  status: UserStatus;
  passwordHash: string;
}

/** Correct passwords that wait for their second factor. */
@Injectable()
export class PendingLoginRepository {
  /** Replaces the pending login of the user. Nothing happens if the password has been changed since it was verified. */
  async upsert(tx: EntityManager, pending: PendingLogin, passwordHash: string): Promise<void> {
    const lock = { mode: 'pessimistic_read' } as const;
    const user = await tx.findOne(User, { where: { id: pending.userId, passwordHash }, lock });
    if (user) await tx.upsert(PendingLogin, pending, ['userId']);
  }

  /** Counts one try; undefined if there is no pending login, or no try is left. */
  async claimTry(tx: EntityManager, userId: string): Promise<PendingUser | undefined> {
    if (!isId('usr', userId)) return undefined;
    const open = { userId, expiresAt: inFuture(), triesLeft: MoreThan(0) };
    const { affected } = await tx.update(PendingLogin, open, { triesLeft: () => 'tries_left - 1' });
    if (affected !== 1) return undefined;
    const where = { id: userId, addresses: { isPrimary: true } };
    const user = await tx.findOne(User, { where, relations: { addresses: true } });
    const email = user?.addresses[0]?.email;
    if (!user || email === undefined) return undefined;
    return { userId, email, status: user.status, passwordHash: user.passwordHash };
  }

  /** Returns false if there was none. */
  async delete(tx: EntityManager, userId: string): Promise<boolean> {
    if (!isId('usr', userId)) return false;
    return (await tx.delete(PendingLogin, { userId })).affected === 1;
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, type Id } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PendingLoginRepository, type PendingUser } from '../sessions/pending-login.repository.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { isTotpCode, stepOfCode } from './totp.js';
import { TwoFactorRepository } from './two-factor.repository.js';

const PENDING_MS = 5 * 60_000;
const TRIES = 5;

/** Purpose under which TOTP secrets are sealed; the owner is the user. */
export const TOTP_PURPOSE = 'totp.secret';

/** The user of a pending login, with the secret that the code is verified against. */
export interface TriedUser extends PendingUser {
  sealedSecret: string;
}

/** Rolls back the transaction of a wrong code. */
class WrongCode extends Error {}

/** The second step of a login: between a correct password and a session. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly database: Database,
    private readonly pending: PendingLoginRepository,
    private readonly factors: TwoFactorRepository,
    private readonly guesses: GuessLimit,
    private readonly box: SecretBox,
  ) {}

  /**
   * Opens a pending login after a correct password, and returns when it expires. No code is accepted if the password was
   * changed since it was verified.
   */
  async openPending(userId: Id<'usr'>, passwordHash: string): Promise<Date> {
    const expiresAt = new Date(Date.now() + PENDING_MS);
    const login = { userId, expiresAt, triesLeft: TRIES };
    await this.database.system((tx) => this.pending.upsert(tx, login, passwordHash));
    return expiresAt;
  }

  /**
   * Uses a TOTP code or a recovery code. An unknown user, one without a second factor or pending login, and a wrong code
   * have the same answer.
   * @throws Problem AuthorizationError or Throttling
   */
  async verify(userId: string, code: string): Promise<TriedUser> {
    const user = await this.database.system((tx) => this.claimTry(tx, userId));
    if (!user) throw wrongCode();
    const guess = await this.guesses.begin(user.email);
    try {
      await this.database.system((tx) => this.useCode(tx, user, code.trim()));
      return user;
    } catch (error) {
      if (!(error instanceof WrongCode)) throw error;
      guess.markWrong();
      throw wrongCode();
    } finally {
      guess.end();
    }
  }

  /** Counts one try; undefined if there is no pending login, no try is left, or the second factor is gone. */
  private async claimTry(tx: EntityManager, userId: string): Promise<TriedUser | undefined> {
    const user = await this.pending.claimTry(tx, userId);
    const sealedSecret = user && (await this.factors.findSecret(tx, user.userId));
    return user && sealedSecret ? { ...user, sealedSecret } : undefined;
  }

  /** The pending login and the code are used together or not at all: of several requests at once exactly one succeeds. */
  private async useCode(tx: EntityManager, user: TriedUser, code: string): Promise<void> {
    if (!(await this.pending.delete(tx, user.userId))) throw new WrongCode();
    if (isTotpCode(code)) return this.useTotpCode(tx, user, code);
    if (!(await this.factors.useRecoveryCode(tx, user.userId, hashRecoveryCode(code)))) throw new WrongCode();
    await auditRecovery(tx, user.userId);
  }

  private async useTotpCode(tx: EntityManager, { userId, sealedSecret }: TriedUser, code: string): Promise<void> {
    const step = stepOfCode(this.box.open(userId, TOTP_PURPOSE, sealedSecret), code);
    if (step === undefined || !(await this.factors.useStep(tx, userId, sealedSecret, step))) throw new WrongCode();
  }
}

/** A login without the authenticator is in the audit log, so that its user can notice it. */
function auditRecovery(tx: EntityManager, userId: string): Promise<void> {
  const actor = { kind: 'user', id: userId, sessionId: null } as const;
  return recordAudit(tx, { action: 'two-factor.recovery-code-used', object: { type: 'user', id: userId }, actor });
}

const wrongCode = () =>
  new Problem('AuthorizationError', { message: 'The code is wrong, was used, or the login is no longer pending' });

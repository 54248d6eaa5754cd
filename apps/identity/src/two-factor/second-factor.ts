import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { recordAudit } from '#libs/audit';
import { Problem } from '#libs/http';
import type { Id } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { SystemDatabase } from '../database/system-database.js';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PendingLoginRepository, type PendingLogin } from './pending-login.repository.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { isTotpCode, stepOfCode } from './totp.js';
import { TwoFactorRepository } from './two-factor.repository.js';

const PENDING_MS = 5 * 60_000;
const TRIES = 5;

/** What a TOTP secret is sealed for; its owner is the person. */
export const TOTP_PURPOSE = 'totp.secret';

/** Rolls back what was done for a code that turns out wrong. */
class WrongCode extends Error {}

/** The second step of a login: between a right password and a session. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly system: SystemDatabase,
    private readonly pending: PendingLoginRepository,
    private readonly factors: TwoFactorRepository,
    private readonly guesses: GuessLimit,
    private readonly box: SecretBox,
  ) {}

  /**
   * After a right password: from now on a code is awaited, until the time that this gives. No code is right when the
   * password has been replaced since it was checked.
   */
  async awaitCode(userId: Id<'usr'>, passwordHash: string): Promise<Date> {
    const until = new Date(Date.now() + PENDING_MS);
    await this.pending.open({ userId, passwordHash }, until, TRIES);
    return until;
  }

  /**
   * Uses a TOTP code, or a recovery code. Without a right password before it, nobody learns anything here: a person who
   * does not exist, one without a second factor and a wrong code are answered alike.
   * @throws Problem AuthorizationError or Throttling
   */
  async check(userId: string, code: string): Promise<PendingLogin> {
    const pending = await this.pending.takeTry(userId);
    if (!pending) throw wrongCode();
    const isRight = await this.guesses.attempt(pending.email, () => this.use(pending, code.trim()));
    if (!isRight) throw wrongCode();
    return pending;
  }

  /**
   * The pending login and the code go together, or neither: of several requests at once exactly one gets through, and
   * the code of another is not lost. Undefined for a wrong code.
   */
  private async use(pending: PendingLogin, code: string): Promise<true | undefined> {
    try {
      await this.system.transaction((tx) => this.useIn(tx, pending, code));
      return true;
    } catch (error) {
      if (error instanceof WrongCode) return undefined;
      throw error;
    }
  }

  private async useIn(tx: PoolClient, pending: PendingLogin, code: string): Promise<void> {
    if (!(await this.pending.close(tx, pending.userId))) throw new WrongCode();
    if (!(await this.useCode(tx, pending, code))) throw new WrongCode();
    if (!isTotpCode(code)) await auditRecovery(tx, pending.userId);
  }

  private async useCode(tx: PoolClient, { userId, sealedSecret }: PendingLogin, code: string): Promise<boolean> {
    if (!isTotpCode(code)) return this.factors.useRecoveryCode(tx, userId, hashRecoveryCode(code));
    const step = stepOfCode(this.box.open(userId, TOTP_PURPOSE, sealedSecret), code);
    return step !== undefined && this.factors.useStep(tx, userId, sealedSecret, step);
  }
}

/** Who has come in without their authenticator should find it in the log. */
function auditRecovery(tx: PoolClient, userId: string): Promise<void> {
  const actor = { kind: 'user', id: userId, sessionId: null } as const;
  return recordAudit(tx, { action: 'two-factor.recovery-code-used', object: { type: 'user', id: userId }, actor });
}

const wrongCode = () =>
  new Problem('AuthorizationError', { message: 'The code is wrong, was used, or the login is no longer pending' });

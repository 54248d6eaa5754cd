import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, isId, type Id } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { IdentityConfig } from '../config.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { GuessLimit } from '../passwords/guess-limit.js';
import { assertSessionOpen } from '../sessions/session-check.js';
import { PasswordCheck } from '../users/password-check.js';
import { UserRepository } from '../users/user.repository.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { TOTP_PURPOSE } from './second-factor.js';
import { newTotpSecret, otpauthUri, qrCodeOf, stepOfCode } from './totp.js';
import { TwoFactorRepository, type TwoFactorState } from './two-factor.repository.js';

/** How long a set-up waits for its first code. */
const SETUP_MS = 60 * 60_000;

/** A new secret in the forms that authenticator apps take. Shown once. */
export interface TwoFactorSetup {
  secret: string;
  otpauthUri: string;
  qrCode: string;
  expiresAt: Date;
}

/** A user's own second factor: set up by password, confirmed by a first code, disabled by password. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly factors: TwoFactorRepository,
    private readonly passwords: PasswordCheck,
    private readonly guesses: GuessLimit,
    private readonly box: SecretBox,
    private readonly publisher: CredentialPublisher,
    private readonly config: IdentityConfig,
  ) {}

  getState(userId: string): Promise<TwoFactorState> {
    return this.database.system((tx) => this.factors.getState(tx, userId));
  }

  /** Creates a secret that is in force once it is confirmed; until then, the present second factor stays. */
  async setUp(userId: string, password: string): Promise<TwoFactorSetup> {
    const user = await this.passwords.confirm(userId, password);
    const secret = newTotpSecret();
    const expiresAt = new Date(Date.now() + SETUP_MS);
    const sealedPending = this.box.seal(user.id, TOTP_PURPOSE, secret);
    await this.database.system(async (tx) => {
      await this.lockUser(tx, user.id);
      await this.factors.upsertPending(tx, { userId: user.id, sealedPending, pendingUntil: expiresAt });
    });
    const uri = otpauthUri(secret, user.email, this.config.serviceLook.name);
    return { secret, otpauthUri: uri, qrCode: qrCodeOf(uri), expiresAt };
  }

  /** @returns recovery codes, shown this once. @throws Problem AuthorizationError, Conflict or Throttling */
  async confirm(userId: string, code: string): Promise<string[]> {
    if (!isId('usr', userId)) throw nothingToConfirm();
    const [sealed, email] = await this.database.system(
      async (tx) => [await this.factors.findPending(tx, userId), await this.users.findLogin(tx, userId)] as const,
    );
    if (sealed === undefined) throw nothingToConfirm();
    if (email === undefined) throw new Problem('NotFound');
    const step = await this.verifyCode(email, this.box.open(userId, TOTP_PURPOSE, sealed), code.trim());
    const codes = newRecoveryCodes();
    const changes = [{ kind: 'user', name: userId }] as const;
    await this.database.system(async (tx) => {
      await this.lockUser(tx, userId);
      if (!(await this.factors.confirm(tx, userId, sealed, step))) throw nothingToConfirm();
      await this.factors.replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
      await recordViewChanges(tx, changes);
      await audit(tx, 'two-factor.enabled', userId);
    });
    await this.publisher.publishOrLog(changes);
    return codes;
  }

  /** Disables it by password alone, for users who lost their authenticator. Does nothing without a second factor. */
  async disable(userId: string, password: string): Promise<void> {
    await this.passwords.confirm(userId, password);
    const changes = [{ kind: 'user', name: userId }] as const;
    await this.database.system(async (tx) => {
      if (!(await this.factors.delete(tx, userId))) return;
      await recordViewChanges(tx, changes);
      await audit(tx, 'two-factor.disabled', userId);
    });
    await this.publisher.publish(changes);
  }

  /** Replaces all recovery codes. @throws Problem AuthorizationError, Conflict or Throttling */
  async renewRecoveryCodes(userId: string, password: string): Promise<string[]> {
    const user = await this.passwords.confirm(userId, password);
    const codes = newRecoveryCodes();
    await this.database.system(async (tx) => {
      if (!(await this.factors.lockConfirmedForUpdate(tx, userId))) throw notOn();
      await this.factors.replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode));
      await audit(tx, 'two-factor.codes-renewed', userId);
    });
    return codes;
  }

  /** Waits for a change that takes the account back: the new authenticator is then removed by it, or its session has ended. */
  private async lockUser(tx: EntityManager, userId: Id<'usr'>): Promise<void> {
    await this.users.lockForUpdate(tx, userId);
    await assertSessionOpen(tx);
  }

  /** Returns the time step of a correct code. Wrong codes count against the account like wrong passwords. */
  private async verifyCode(email: string, secret: string, code: string): Promise<number> {
    const guess = await this.guesses.begin(email);
    try {
      const step = stepOfCode(secret, code);
      if (step !== undefined) return step;
      guess.markWrong();
      throw new Problem('AuthorizationError', { message: 'The code is wrong' });
    } finally {
      guess.end();
    }
  }
}

const audit = (tx: EntityManager, action: string, userId: string) =>
  recordAudit(tx, { action, object: { type: 'user', id: userId } });

const nothingToConfirm = () =>
  new Problem('Conflict', { message: 'There is no set-up to confirm. Begin with a new one.' });
const notOn = () => new Problem('Conflict', { message: 'Two-factor authentication is not on' });

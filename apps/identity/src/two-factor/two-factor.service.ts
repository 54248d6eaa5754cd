import { Injectable } from '@nestjs/common';
import { recordAudit, type AuditTransaction } from '#libs/audit';
import { Problem } from '#libs/http';
import { SecretBox } from '#libs/secrets';
import { SystemDatabase } from '../database/system-database.js';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PasswordCheck } from '../passwords/password-check.js';
import { PersonRepository } from '../people/person.repository.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { TOTP_PURPOSE } from './second-factor.js';
import { newTotpSecret, otpauthUri, qrCodeOf, stepOfCode } from './totp.js';
import { TwoFactorRepository, type TwoFactorState } from './two-factor.repository.js';

/** How long a set-up waits for its first code. */
const SETUP_MS = 60 * 60_000;

/** What a person needs to put the secret into an authenticator app. Shown once. */
export interface TwoFactorSetup {
  secret: string;
  otpauthUri: string;
  qrCode: string;
  expiresAt: Date;
}

/** A person's own second factor: set up by password, confirmed by a first code, given up by password. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly people: PersonRepository,
    private readonly factors: TwoFactorRepository,
    private readonly passwords: PasswordCheck,
    private readonly guesses: GuessLimit,
    private readonly box: SecretBox,
  ) {}

  state(userId: string): Promise<TwoFactorState> {
    return this.factors.state(userId);
  }

  /** A secret that is in force once it is confirmed; until then, a second factor that is, stays. */
  async setUp(userId: string, password: string): Promise<TwoFactorSetup> {
    const { email } = await this.passwords.confirm(userId, password);
    const secret = newTotpSecret();
    const expiresAt = new Date(Date.now() + SETUP_MS);
    await this.factors.storePending(userId, this.box.seal(userId, TOTP_PURPOSE, secret), expiresAt);
    const uri = otpauthUri(secret, email);
    return { secret, otpauthUri: uri, qrCode: qrCodeOf(uri), expiresAt };
  }

  /** @returns recovery codes, which are shown this once. @throws Problem AuthorizationError, Conflict or Throttling */
  async confirm(userId: string, code: string): Promise<string[]> {
    const sealed = await this.factors.findPending(userId);
    if (sealed === undefined) throw nothingToConfirm();
    const step = await this.stepOf(userId, this.box.open(userId, TOTP_PURPOSE, sealed), code.trim());
    const codes = newRecoveryCodes();
    await this.system.transaction(async (tx) => {
      if (!(await this.factors.confirm(tx, userId, sealed, step))) throw nothingToConfirm();
      await this.factors.replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
      await audit(tx, 'two-factor.enabled', userId);
    });
    return codes;
  }

  /** By password alone, for whoever has lost the authenticator. Harmless when there is no second factor. */
  async disable(userId: string, password: string): Promise<void> {
    await this.passwords.confirm(userId, password);
    await this.system.transaction(async (tx) => {
      if (await this.factors.remove(tx, userId)) await audit(tx, 'two-factor.disabled', userId);
    });
  }

  /** New recovery codes in place of all others. @throws Problem AuthorizationError, Conflict or Throttling */
  async renewRecoveryCodes(userId: string, password: string): Promise<string[]> {
    await this.passwords.confirm(userId, password);
    const codes = newRecoveryCodes();
    await this.system.transaction(async (tx) => {
      if (!(await this.factors.lockConfirmed(tx, userId))) throw notOn();
      await this.factors.replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
      await audit(tx, 'two-factor.codes-renewed', userId);
    });
    return codes;
  }

  /** Wrong codes count against the account like wrong passwords. */
  private async stepOf(userId: string, secret: string, code: string): Promise<number> {
    const email = await this.people.loginOf(userId);
    if (email === undefined) throw new Problem('NotFound');
    const step = await this.guesses.attempt(email, async () => stepOfCode(secret, code));
    if (step === undefined) throw new Problem('AuthorizationError', { message: 'The code is wrong' });
    return step;
  }
}

const audit = (tx: AuditTransaction, action: string, userId: string) =>
  recordAudit(tx, { action, object: { type: 'user', id: userId } });

const nothingToConfirm = () =>
  new Problem('Conflict', { message: 'There is no set-up to confirm. Begin with a new one.' });
const notOn = () => new Problem('Conflict', { message: 'Two-factor authentication is not on' });

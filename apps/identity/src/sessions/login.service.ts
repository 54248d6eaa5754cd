import { Injectable } from '@nestjs/common';
import { currentRequest, Problem } from '#libs/http';
import type { Id } from '#libs/persistence';
import { Admission } from '../admission/admission.js';
import { PasswordCheck } from '../passwords/password-check.js';
import { normalisedEmail, type PersonStatus } from '../people/person.repository.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { SessionService, type Client, type OpenedSession } from './session.service.js';

/** Whom a password belongs to, and whether it is all that is asked for. */
export interface CheckedPassword {
  userId: Id<'usr'>;
  email: string;
  /** Of the password that was checked, for the session to open only while it is the person's. */
  passwordHash: string;
  /** Until when the second factor may be shown; null when none is asked for. */
  secondFactorUntil: Date | null;
}

/** Somebody who has shown all that is asked for. */
export type CheckedPerson = Omit<CheckedPassword, 'secondFactorUntil'>;

export type LoginResult =
  (Person & OpenedSession & { twoFactorRequired: false }) | (Person & { twoFactorRequired: true; expiresAt: Date });

type Person = Pick<CheckedPerson, 'userId' | 'email'>;

/** How somebody signs in, wherever they do: password first, then the second factor of who has one. */
@Injectable()
export class LoginService {
  constructor(
    private readonly admission: Admission,
    private readonly passwords: PasswordCheck,
    private readonly secondFactor: SecondFactor,
    private readonly sessions: SessionService,
  ) {}

  /** @throws Problem AuthorizationError, PermissionDenied (disabled account) or Throttling */
  async login(address: string, password: string, client: Client): Promise<LoginResult> {
    const { secondFactorUntil, ...person } = await this.checkPassword(address, password, client.ip ?? null);
    if (!secondFactorUntil) return this.open(person, client);
    const { userId, email } = person;
    return { userId, email, twoFactorRequired: true, expiresAt: secondFactorUntil };
  }

  /** The second step of a login. @throws Problem AuthorizationError, PermissionDenied or Throttling */
  async loginWithSecondFactor(userId: string, code: string, client: Client): Promise<LoginResult> {
    return this.open(await this.checkSecondFactor(userId, code), client);
  }

  /**
   * The first step alone. Whoever has a second factor is not signed in by it: it opens a pending login, which
   * {@link checkSecondFactor} ends.
   * @param ip where the person is, when that is not where the request came from
   * @throws Problem AuthorizationError, PermissionDenied (disabled account, or blocked by operators) or Throttling
   */
  async checkPassword(
    address: string,
    password: string,
    ip: string | null = currentRequest()?.ip ?? null,
  ): Promise<CheckedPassword> {
    await this.admission.check(normalisedEmail(address), ip);
    const person = await this.passwords.identify(address, password);
    if (!person) {
      this.admission.loginFailed(ip);
      throw new Problem('AuthorizationError', { message: 'The e-mail address or the password is wrong' });
    }
    refuseDisabled(person.status);
    const { id: userId, email, passwordHash } = person;
    const secondFactorUntil = person.twoFactor ? await this.secondFactor.awaitCode(userId, passwordHash) : null;
    return { userId, email, passwordHash, secondFactorUntil };
  }

  /**
   * The second step alone, by a TOTP code or a recovery code, within five minutes and five tries of a right password.
   * @throws Problem AuthorizationError, PermissionDenied (disabled account) or Throttling
   */
  async checkSecondFactor(userId: string, code: string): Promise<CheckedPerson> {
    const { status, email, userId: id, passwordHash } = await this.secondFactor.check(userId, code);
    refuseDisabled(status);
    await this.admission.check(email, null);
    return { userId: id, email, passwordHash };
  }

  private async open({ userId, email, passwordHash }: CheckedPerson, client: Client): Promise<LoginResult> {
    const session = await this.sessions.open(userId, client, passwordHash);
    return { ...session, userId, email, twoFactorRequired: false };
  }
}

/** Said only to who has shown that the account is theirs, or it would tell who has an account. */
function refuseDisabled(status: PersonStatus): void {
  if (status !== 'active') throw new Problem('PermissionDenied', { message: 'The account is disabled' });
}

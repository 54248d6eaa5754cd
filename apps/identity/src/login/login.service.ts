import { Injectable } from '@nestjs/common';
import { currentRequest, Problem } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { Blocklist } from '../blocklist/blocklist.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { PasswordCheck } from '../users/password-check.js';
import type { UserStatus } from '../users/user.entity.js';
import { normalizeEmail } from '../users/user.repository.js';
import { SessionsService, type Client, type OpenedSession } from '../sessions/sessions.service.js';

/** A user whose password was verified. */
export interface VerifiedPassword extends AuthenticatedUser {
  /** When the pending login expires; null if no second factor is needed. */
  secondFactorUntil: Date | null;
}

/** A user with every factor of the login verified. */
export interface AuthenticatedUser {
  userId: Id<'usr'>;
  email: string;
  /** The hash that the password was verified against: the session opens only while it is the user's. */
  passwordHash: string;
}

type LoggedInUser = Pick<AuthenticatedUser, 'userId' | 'email'>;

export type LoginResult =
  | (LoggedInUser & OpenedSession & { twoFactorRequired: false })
  | (LoggedInUser & { twoFactorRequired: true; expiresAt: Date });

/** Logs users in, by the API and on the sign-in pages: the password, then the second factor of users who have one. */
@Injectable()
export class LoginService {
  constructor(
    private readonly blocklist: Blocklist,
    private readonly passwords: PasswordCheck,
    private readonly secondFactor: SecondFactor,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws Problem AuthorizationError, PermissionDenied (disabled account) or Throttling */
  async login(address: string, password: string, client: Client): Promise<LoginResult> {
    const { secondFactorUntil, ...user } = await this.verifyPassword(address, password, client.ip ?? null);
    if (!secondFactorUntil) return this.openSession(user, client);
    const { userId, email } = user;
    return { userId, email, twoFactorRequired: true, expiresAt: secondFactorUntil };
  }

  /** The second step of a login. @throws Problem AuthorizationError, PermissionDenied or Throttling */
  async loginWithSecondFactor(userId: string, code: string, client: Client): Promise<LoginResult> {
    return this.openSession(await this.verifySecondFactor(userId, code), client);
  }

  /**
   * The first step alone. For a user with a second factor it opens a pending login, for {@link verifySecondFactor}.
   * @param ip the user's address, if the request came from another one
   * @throws Problem AuthorizationError, PermissionDenied (disabled account, or blocked by operators) or Throttling
   */
  async verifyPassword(
    address: string,
    password: string,
    ip: string | null = currentRequest()?.ip ?? null,
  ): Promise<VerifiedPassword> {
    await this.blocklist.assertAllowed(normalizeEmail(address), ip);
    const user = await this.passwords.verify(address, password);
    if (!user) {
      this.blocklist.recordFailedLogin(ip);
      throw new Problem('AuthorizationError', { message: 'The e-mail address or the password is wrong' });
    }
    assertActive(user.status);
    const { id: userId, email, passwordHash } = user;
    const secondFactorUntil = user.twoFactor ? await this.secondFactor.openPending(userId, passwordHash) : null;
    return { userId, email, passwordHash, secondFactorUntil };
  }

  /**
   * The second step alone, by a TOTP code or a recovery code, within five minutes and five tries of a correct password.
   * @throws Problem AuthorizationError, PermissionDenied (disabled account) or Throttling
   */
  async verifySecondFactor(userId: string, code: string): Promise<AuthenticatedUser> {
    const { status, email, userId: id, passwordHash } = await this.secondFactor.verify(userId, code);
    assertActive(status);
    await this.blocklist.assertAllowed(email, null);
    return { userId: id, email, passwordHash };
  }

  private async openSession({ userId, email, passwordHash }: AuthenticatedUser, client: Client): Promise<LoginResult> {
    const session = await this.sessions.logIn(userId, client, passwordHash);
    return { ...session, userId, email, twoFactorRequired: false };
  }
}

/** Called only after the password was verified: otherwise the answer would reveal which addresses have accounts. */
function assertActive(status: UserStatus): void {
  if (status !== 'active') throw new Problem('PermissionDenied', { message: 'The account is disabled' });
}

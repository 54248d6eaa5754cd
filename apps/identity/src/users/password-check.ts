import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { normalizeEmail, UserRepository, type LoginUser } from './user.repository.js';

/** Verifies passwords. Every wrong one counts against the account, wherever it is entered. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly guesses: GuessLimit,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * The user whom an address and a password belong to. Undefined for an unknown address and for a wrong password, after
   * the same steps and the same time. @throws Problem Throttling
   */
  async verify(address: string, password: string): Promise<LoginUser | undefined> {
    const email = normalizeEmail(address);
    const place = await this.hasher.acquirePlace();
    try {
      return await this.verifyGuess(email, password);
    } finally {
      place.release();
    }
  }

  /**
   * Confirms an action that a session alone does not allow by the password of the user.
   * @throws Problem AuthorizationError, Throttling, or NotFound if there is no such user
   */
  async confirm(userId: string, password: string): Promise<LoginUser> {
    const email = await this.database.system((tx) => this.users.findLogin(tx, userId));
    if (email === undefined) throw new Problem('NotFound');
    const user = await this.verify(email, password);
    if (user?.id !== userId) throw new Problem('AuthorizationError', { message: 'The password is wrong' });
    return user;
  }

  private async verifyGuess(email: string, password: string): Promise<LoginUser | undefined> {
    const guess = await this.guesses.begin(email);
    try {
      const user = await this.database.statement((pool) => this.users.findByLogin(pool, email));
      if (await this.hasher.verify(user?.passwordHash, password)) return user;
      guess.markWrong();
      return undefined;
    } finally {
      guess.end();
    }
  }
}

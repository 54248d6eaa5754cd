import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { normalisedEmail, PersonRepository, type Person } from '../people/person.repository.js';
import { GuessLimit } from '../passwords/guess-limit.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionService, type Client, type OpenedSession } from './session.service.js';

export interface LoginResult extends OpenedSession {
  userId: string;
  email: string;
}

@Injectable()
export class LoginService {
  constructor(
    private readonly people: PersonRepository,
    private readonly guesses: GuessLimit,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
  ) {}

  /** @throws Problem AuthorizationError, PermissionDenied (disabled account) or Throttling */
  async login(address: string, password: string, client: Client): Promise<LoginResult> {
    const email = normalisedEmail(address);
    const person = await this.hasher.inPlace(() => this.identify(email, password));
    if (!person) throw new Problem('AuthorizationError', { message: 'The e-mail address or the password is wrong' });
    // Said only to who knows the password, or it would tell who has an account.
    if (person.status !== 'active') throw new Problem('PermissionDenied', { message: 'The account is disabled' });
    const session = await this.sessions.open(person.id, client);
    return { ...session, userId: person.id, email: person.email };
  }

  /** The same steps, in the same time, for an unknown address and for a wrong password. */
  private async identify(email: string, password: string): Promise<Person | undefined> {
    await this.guesses.take(email);
    const person = await this.people.findByLogin(email);
    if (!(await this.hasher.verify(person?.passwordHash, password))) return undefined;
    await this.guesses.giveBack(email);
    return person;
  }
}

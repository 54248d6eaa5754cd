import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { normalisedEmail, PersonRepository, type Person } from '../people/person.repository.js';
import { GuessLimit } from './guess-limit.js';
import { PasswordHasher } from './password-hasher.js';

/** Whether somebody knows a password. Every wrong answer counts against the account, wherever it is given. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly people: PersonRepository,
    private readonly guesses: GuessLimit,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Whom an address and a password belong to: undefined for an unknown address and for a wrong password, after the
   * same steps and the same time. @throws Problem Throttling
   */
  async identify(address: string, password: string): Promise<Person | undefined> {
    const email = normalisedEmail(address);
    return this.hasher.inPlace(() => this.guesses.attempt(email, () => this.match(email, password)));
  }

  /**
   * For what a session alone does not allow: the person shows that they know their password.
   * @throws Problem AuthorizationError, Throttling, or NotFound when there is no such person
   */
  async confirm(userId: string, password: string): Promise<Person> {
    const email = await this.people.loginOf(userId);
    if (email === undefined) throw new Problem('NotFound');
    const person = await this.identify(email, password);
    if (person?.id !== userId) throw new Problem('AuthorizationError', { message: 'The password is wrong' });
    return person;
  }

  private async match(email: string, password: string): Promise<Person | undefined> {
    const person = await this.people.findByLogin(email);
    return (await this.hasher.verify(person?.passwordHash, password)) ? person : undefined;
  }
}

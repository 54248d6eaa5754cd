import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { ConsoleUserRepository, type ConsoleUser } from './console-user.repository.js';

/** Users that a search answers at most. */
const MAX_FOUND = 20;

/** The users of the whole platform, for operators. */
@Injectable()
export class ConsoleUsersService {
  constructor(
    private readonly database: Database,
    private readonly users: ConsoleUserRepository,
  ) {}

  /** The user who has the address; empty if there is none. */
  async list(email: string): Promise<ConsoleUser[]> {
    const user = await this.database.statement((pool) => this.users.findByEmail(pool, email));
    return user ? [user] : [];
  }

  /** The users with an address that has this part; 20 at most. */
  async search(part: string): Promise<ConsoleUser[]> {
    return this.database.statement((pool) => this.users.search(pool, part, MAX_FOUND));
  }

  /** The addresses at which operators are reached. */
  async operatorEmails(): Promise<string[]> {
    return this.database.statement((pool) => this.users.listOperatorEmails(pool));
  }

  /** @throws Problem NotFound */
  async get(id: string): Promise<ConsoleUser> {
    const user = await this.database.statement((pool) => this.users.find(pool, id));
    if (!user) throw new Problem('NotFound');
    return user;
  }
}

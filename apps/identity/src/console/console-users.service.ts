import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { ConsoleUserRepository, type ConsoleUser } from './console-user.repository.js';

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

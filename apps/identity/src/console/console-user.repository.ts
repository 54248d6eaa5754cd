import { Injectable } from '@nestjs/common';
import { escapeLike, many, maybe, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { normalizeEmail } from '../users/user.repository.js';
import type { UserStatus } from '../users/user.entity.js';
import { FIND_USER, FIND_USER_BY_EMAIL, OPERATOR_EMAILS, SEARCH_USERS } from './console-user.sql.js';

/** A user as operators see them. */
export interface ConsoleUser {
  id: Id<'usr'>;
  name: string;
  /** The primary one first. */
  emails: string[];
  status: UserStatus;
  operator: boolean;
  tenantIds: TenantId[];
  createdAt: Date;
}

/** The users of the whole platform; needs the system role. */
@Injectable()
export class ConsoleUserRepository {
  find(tx: SqlExecutor, id: string): Promise<ConsoleUser | undefined> {
    return maybe<ConsoleUser>(tx, FIND_USER, [id]);
  }

  async listOperatorEmails(tx: SqlExecutor): Promise<string[]> {
    return (await many<{ email: string }>(tx, OPERATOR_EMAILS)).map(({ email }) => email);
  }

  /** Finds users by a part of any of their addresses, verified or not. */
  search(tx: SqlExecutor, part: string, limit: number): Promise<ConsoleUser[]> {
    const text = normalizeEmail(part);
    return many<ConsoleUser>(tx, SEARCH_USERS, [`%${escapeLike(text)}%`, text, limit]);
  }

  /** Finds a user by any of their addresses, verified or not. */
  findByEmail(tx: SqlExecutor, email: string): Promise<ConsoleUser | undefined> {
    return maybe<ConsoleUser>(tx, FIND_USER_BY_EMAIL, [normalizeEmail(email)]);
  }
}

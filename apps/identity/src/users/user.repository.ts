import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Language } from '#libs/core/html';
import { isId, maybe, type Id, type SqlExecutor } from '#libs/core/persistence';
import { Address } from './address.entity.js';
import type { AddressView } from './address.repository.js';
import { User, type UserStatus } from './user.entity.js';
import { FIND_BY_LOGIN, FIND_PROFILE } from './user.sql.js';

/** A user as a login reads it. */
export interface LoginUser {
  id: Id<'usr'>;
  /** The primary address. */
  email: string;
  passwordHash: string;
  status: UserStatus;
  /** Whether a login needs a second factor after the password. */
  twoFactor: boolean;
}

export type NewUser = Pick<
  User,
  'id' | 'name' | 'passwordHash' | 'status' | 'isOperator' | 'registeredIp' | 'language'
>;

export type UserChange = Partial<
  Pick<User, 'name' | 'status' | 'passwordHash' | 'language' | 'chosenLanguage' | 'timeZone'>
>;

export interface Profile {
  id: Id<'usr'>;
  name: string;
  operator: boolean;
  createdAt: Date;
  /** Language that the user has chosen, else that of the browser. */
  language: Language | null;
  chosenLanguage: Language | null;
  timeZone: string | null;
  addresses: AddressView[];
}

@Injectable()
export class UserRepository {
  /** Finds a user by an address that they log in with. */
  findByLogin(tx: SqlExecutor, email: string): Promise<LoginUser | undefined> {
    return maybe<LoginUser>(tx, FIND_BY_LOGIN, [email]);
  }

  findProfile(tx: SqlExecutor, id: string): Promise<Profile | undefined> {
    return maybe<Profile>(tx, FIND_PROFILE, [id]);
  }

  /** The primary address of a user. */
  async findLogin(tx: EntityManager, id: string): Promise<string | undefined> {
    if (!isId('usr', id)) return undefined;
    return (await tx.findOneBy(Address, { userId: id, isPrimary: true }))?.email;
  }

  /** Locks the user against changes of their addresses and credentials. */
  async lockForUpdate(tx: EntityManager, id: Id<'usr'>): Promise<void> {
    await tx.findOne(User, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  async insert(tx: EntityManager, user: NewUser): Promise<void> {
    await tx.insert(User, user);
  }

  async findLanguage(tx: EntityManager, id: Id<'usr'>): Promise<Language | undefined> {
    const select = { id: true, language: true, chosenLanguage: true } as const;
    const user = await tx.findOne(User, { select, where: { id } });
    return user?.chosenLanguage ?? user?.language ?? undefined;
  }

  /** Writes nothing if it is the user's already. */
  async updateLanguage(tx: EntityManager, id: Id<'usr'>, language: Language): Promise<void> {
    await tx.update(
      User,
      [
        { id, language: Not(language) },
        { id, language: IsNull() },
      ],
      { language },
    );
  }

  /** Returns false if there is no such user. */
  async update(tx: EntityManager, id: string, change: UserChange): Promise<boolean> {
    if (!isId('usr', id)) return false;
    const { affected } = await tx.update(User, { id }, change);
    return affected === 1;
  }
}

/** The spelling in which addresses are stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Id } from '#libs/persistence';
import { SystemDatabase, type Executor, type PreparedStatement } from '../database/system-database.js';

export type PersonStatus = 'active' | 'disabled';

/** What a login looks at. */
export interface Person {
  id: Id<'usr'>;
  email: string;
  passwordHash: string;
  status: PersonStatus;
  /** Whether a login takes a second factor after the password. */
  twoFactor: boolean;
}

export interface NewPerson extends Omit<Person, 'twoFactor'> {
  addressId: Id<'adr'>;
  name: string;
  operator: boolean;
  verifiedAt: Date | null;
}

export interface Address {
  id: Id<'adr'>;
  email: string;
  primary: boolean;
  verified: boolean;
}

export interface Profile {
  id: Id<'usr'>;
  name: string;
  operator: boolean;
  createdAt: Date;
  addresses: Address[];
}

const BY_LOGIN: PreparedStatement = {
  name: 'person-by-login',
  text: `select u.id, a.email, u.password_hash as "passwordHash", u.status,
                exists (select from totp t where t.user_id = u.id and t.confirmed_at is not null) as "twoFactor"
           from email_address a join user_account u on u.id = a.user_id
          where a.email = $1 and a.is_primary`,
};

/** People and their addresses. An e-mail address is kept in lower case. */
@Injectable()
export class PersonRepository {
  constructor(private readonly system: SystemDatabase) {}

  async findByLogin(email: string): Promise<Person | undefined> {
    const [person] = await this.system.query<Person>(BY_LOGIN, [email]);
    return person;
  }

  /** The address that a person logs in with. */
  async loginOf(id: string): Promise<string | undefined> {
    const [row] = await this.system.query<{ email: string }>(
      `select email from email_address where user_id = $1 and is_primary`,
      [id],
    );
    return row?.email;
  }

  /** @throws the database's error of constraint email_address__email__uq when somebody has the address */
  async insert(tx: PoolClient, person: NewPerson): Promise<void> {
    await tx.query(
      `insert into user_account (id, name, password_hash, status, is_operator) values ($1, $2, $3, $4, $5)`,
      [person.id, person.name, person.passwordHash, person.status, person.operator],
    );
    await tx.query(
      `insert into email_address (id, user_id, email, is_primary, verified_at) values ($1, $2, $3, true, $4)`,
      [person.addressId, person.id, person.email, person.verifiedAt],
    );
  }

  /** Whether there is such a person. */
  async setStatus(tx: PoolClient, id: string, status: PersonStatus): Promise<boolean> {
    const { rowCount } = await tx.query(`update user_account set status = $2, updated_at = now() where id = $1`, [
      id,
      status,
    ]);
    return rowCount === 1;
  }

  async setName(tx: PoolClient, id: string, name: string): Promise<void> {
    await tx.query(`update user_account set name = $2, updated_at = now() where id = $1`, [id, name]);
  }

  async setPassword(tx: Executor, id: Id<'usr'>, passwordHash: string): Promise<void> {
    await tx.query(`update user_account set password_hash = $2, updated_at = now() where id = $1`, [id, passwordHash]);
  }

  async findProfile(id: string): Promise<Profile | undefined> {
    const [profile] = await this.system.query<Profile>(
      `select u.id, u.name, u.is_operator as operator, u.created_at as "createdAt",
              (select jsonb_agg(jsonb_build_object('id', a.id, 'email', a.email, 'primary', a.is_primary,
                                                   'verified', a.verified_at is not null)
                                order by a.is_primary desc, a.id)
                 from email_address a where a.user_id = u.id) as addresses
         from user_account u where u.id = $1`,
      [id],
    );
    return profile;
  }
}

/** The spelling under which an address is known. */
export const normalisedEmail = (email: string): string => email.trim().toLowerCase();

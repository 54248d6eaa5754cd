import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { isId, type Id } from '#libs/persistence';
import { SystemDatabase } from '../database/system-database.js';
import type { Address } from '../people/person.repository.js';

const ADDRESS = `id, email, is_primary as "primary", verified_at is not null as verified`;

/** A person whose addresses are about to change: nobody else changes them meanwhile. */
export interface LockedPerson {
  id: Id<'usr'>;
  name: string;
  addresses: Address[];
}

export interface AddressOwner {
  userId: Id<'usr'>;
  holds: boolean;
}

/** The e-mail addresses of people. An address is somebody's alone, and kept in lower case. */
@Injectable()
export class AddressRepository {
  constructor(private readonly system: SystemDatabase) {}

  /** Who has an address, and whether they sign in with it or have proved that it is theirs; a mere claim holds nothing. */
  async ownerOf(email: string): Promise<AddressOwner | undefined> {
    const [owner] = await this.system.query<AddressOwner>(
      `select user_id as "userId", is_primary or verified_at is not null as holds from email_address where email = $1`,
      [email],
    );
    return owner;
  }

  /** Undefined when there is no such person. */
  async lock(tx: PoolClient, userId: string): Promise<LockedPerson | undefined> {
    if (!isId('usr', userId)) return undefined;
    const people = await tx.query<{ id: Id<'usr'>; name: string }>(
      `select id, name from user_account where id = $1 for no key update`,
      [userId],
    );
    const [person] = people.rows;
    if (!person) return undefined;
    const { rows } = await tx.query<Address>(
      `select ${ADDRESS} from email_address where user_id = $1 order by is_primary desc, id`,
      [userId],
    );
    return { ...person, addresses: rows };
  }

  /** @throws the database's error of constraint email_address__email__uq when somebody has the address */
  async insert(tx: PoolClient, userId: string, { id, email, primary, verified }: Address): Promise<void> {
    await tx.query(
      `insert into email_address (id, user_id, email, is_primary, verified_at)
       values ($1, $2, $3, $4, case when $5 then now() end)`,
      [id, userId, email, primary, verified],
    );
  }

  /**
   * Takes an address away from whoever only says that it is theirs: it was never proved, and nobody signs in with it. So
   * nobody can keep an address from its owner by adding it first.
   */
  async displace(tx: PoolClient, email: string): Promise<void> {
    await tx.query(`delete from email_address where email = $1 and not is_primary and verified_at is null`, [email]);
  }

  async remove(tx: PoolClient, id: string): Promise<void> {
    await tx.query(`delete from email_address where id = $1`, [id]);
  }

  async setPrimary(tx: PoolClient, id: string, primary: boolean): Promise<void> {
    await tx.query(`update email_address set is_primary = $2 where id = $1`, [id, primary]);
  }

  /** Notes that somebody read a mail that went to the address; gives it, or nothing when it is gone. */
  async markVerified(tx: PoolClient, id: string): Promise<{ userId: Id<'usr'>; email: string } | undefined> {
    const { rows } = await tx.query<{ userId: Id<'usr'>; email: string }>(
      `update email_address set verified_at = coalesce(verified_at, now()) where id = $1
        returning user_id as "userId", email`,
      [id],
    );
    return rows[0];
  }
}

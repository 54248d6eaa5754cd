import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { isId, type Id } from '#libs/core/persistence';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { User, type UserStatus } from './user.entity.js';
import { Address } from './address.entity.js';

/** An address as the API shows it. */
export interface AddressView {
  id: Id<'adr'>;
  email: string;
  primary: boolean;
  verified: boolean;
}

export type NewAddress = Pick<Address, 'id' | 'userId' | 'email' | 'isPrimary' | 'verifiedAt'>;

/** A user whose row is locked, with their addresses: the primary one first. */
export interface LockedUser {
  id: Id<'usr'>;
  name: string;
  passwordHash: string;
  status: UserStatus;
  registeredAt: Date;
  registeredIp: string | null;
  addresses: Address[];
}

@Injectable()
export class AddressRepository {
  async findByEmail(tx: EntityManager, email: string): Promise<Address | undefined> {
    return (await tx.findOneBy(Address, { email })) ?? undefined;
  }

  /** The address with its active user, if it is the primary or a verified one. */
  async findForReset(tx: EntityManager, email: string): Promise<Address | undefined> {
    const user = { status: 'active' } as const;
    const where = [
      { email, isPrimary: true, user },
      { email, verifiedAt: Not(IsNull()), user },
    ];
    return (await tx.findOne(Address, { where, relations: { user: true } })) ?? undefined;
  }

  /** The verified addresses of a user. */
  async listVerified(tx: EntityManager, userId: Id<'usr'>): Promise<string[]> {
    const addresses = await tx.find(Address, { where: { userId, verifiedAt: Not(IsNull()) }, order: { id: 'ASC' } });
    return addresses.map(({ email }) => email);
  }

  /** The primary address of an active user. */
  async findLogin(tx: EntityManager, userId: string): Promise<Address | undefined> {
    if (!isId('usr', userId)) return undefined;
    const where = { userId, isPrimary: true, user: { status: 'active' } } as const;
    return (await tx.findOne(Address, { where, relations: { user: true } })) ?? undefined;
  }

  /** Locks the user, so that no other transaction changes their addresses. Undefined if there is no such user. */
  async lockUserForUpdate(tx: EntityManager, userId: string): Promise<LockedUser | undefined> {
    if (!isId('usr', userId)) return undefined;
    const lock = { mode: 'for_no_key_update' } as const;
    const user = await tx.findOne(User, { where: { id: userId }, lock });
    if (!user) return undefined;
    const addresses = await tx.find(Address, { where: { userId }, order: { isPrimary: 'DESC', id: 'ASC' } });
    const { id, name, passwordHash, status, createdAt: registeredAt, registeredIp } = user;
    return { id, name, passwordHash, status, registeredAt, registeredIp, addresses };
  }

  /** @throws the database's error of constraint email_address__email__uq if another user has the address */
  async insert(tx: EntityManager, address: NewAddress): Promise<Address> {
    await tx.insert(Address, address);
    return tx.findOneByOrFail(Address, { id: address.id });
  }

  /**
   * Deletes the address if it is neither primary nor verified, whichever user has it. An address that was only claimed is thus free for its
   * owner.
   */
  async deleteUnverified(tx: EntityManager, email: string): Promise<void> {
    await tx.delete(Address, { email, isPrimary: false, verifiedAt: IsNull() });
  }

  async delete(tx: EntityManager, id: Id<'adr'>): Promise<void> {
    await tx.delete(Address, { id });
  }

  /** Makes one address of the user the primary one. */
  async makePrimary(tx: EntityManager, userId: Id<'usr'>, id: Id<'adr'>): Promise<void> {
    await tx.update(Address, { userId, isPrimary: true, id: Not(id) }, { isPrimary: false });
    await tx.update(Address, { userId, id }, { isPrimary: true });
  }

  /** Lets the user log in with these addresses, too. */
  async allowLogin(tx: EntityManager, ids: readonly Id<'adr'>[]): Promise<void> {
    await tx.update(Address, { id: In(ids), verifiedAt: Not(IsNull()) }, { logsIn: true });
  }

  async hasVerified(tx: EntityManager, userId: Id<'usr'>): Promise<boolean> {
    return tx.existsBy(Address, { userId, verifiedAt: Not(IsNull()) });
  }

  /** Remembers that a request for a new password, or an invitation, leads its reader to prove the address. */
  async claim(tx: EntityManager, id: Id<'adr'>): Promise<void> {
    await tx.update(Address, { id, claimedAt: IsNull() }, { claimedAt: () => 'now()' });
  }

  /** The address, if its user logs in with it and has not verified it. */
  async findUnverifiedLogin(tx: EntityManager, id: Id<'adr'>): Promise<Address | undefined> {
    return (await tx.findOneBy(Address, { id, isPrimary: true, verifiedAt: IsNull() })) ?? undefined;
  }

  /** Deletes the claim: the account belongs to the owner of the address. */
  async settleClaim(tx: EntityManager, id: Id<'adr'>): Promise<void> {
    await tx.update(Address, { id }, { claimedAt: null });
  }

  /** Returns the verified address; undefined if it was deleted. The caller publishes the change of the user. */
  async markVerified(tx: EntityManager, id: Id<'adr'>): Promise<Address | undefined> {
    await tx.update(Address, { id, verifiedAt: IsNull() }, { verifiedAt: () => 'now()' });
    const address = await tx.findOneBy(Address, { id });
    if (address) await recordViewChanges(tx, [{ kind: 'user', name: address.userId }]);
    return address ?? undefined;
  }
}

export function toAddressView({ id, email, isPrimary, verifiedAt }: Address): AddressView {
  return { id, email, primary: isPrimary, verified: verifiedAt !== null };
}

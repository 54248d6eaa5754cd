import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { isId, type Id } from '#libs/persistence';
import { User } from '../users/user.entity.js';
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
    return { id: user.id, name: user.name, addresses };
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

  async update(tx: EntityManager, id: Id<'adr'>, change: Pick<Address, 'isPrimary'>): Promise<void> {
    await tx.update(Address, { id }, change);
  }

  /** Returns the verified address; undefined if it was deleted. */
  async markVerified(tx: EntityManager, id: Id<'adr'>): Promise<Address | undefined> {
    await tx.update(Address, { id, verifiedAt: IsNull() }, { verifiedAt: () => 'now()' });
    return (await tx.findOneBy(Address, { id })) ?? undefined;
  }
}

export function toAddressView({ id, email, isPrimary, verifiedAt }: Address): AddressView {
  return { id, email, primary: isPrimary, verified: verifiedAt !== null };
}

import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import type { Role } from '#libs/core/auth';
import { one, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { Address } from '../users/address.entity.js';
import { Membership } from '../tenants/membership.entity.js';
import { COUNT_STAYING_OWNERS } from './member.sql.js';

/** A user's place in a tenant, with what the other members see of them. */
export interface Member {
  id: Id<'usr'>;
  email: string;
  name: string;
  role: Role;
  joinedAt: Date;
}

/** The most admins who get a mail about one event. */
export const ADMINS_MAX = 100;

/** Reads of users need the system role; the caller checks first that the principal belongs to the tenant. */
@Injectable()
export class MemberRepository {
  /** Lists members by the age of their accounts, newest first; one more than `limit` if there is one. Needs the system role. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    before: Id<'usr'> | undefined,
    limit: number,
  ): Promise<Member[]> {
    const place = before === undefined ? {} : { userId: LessThan(before) };
    const memberships = await tx.find(Membership, {
      where: { tenantId, ...place, user: { addresses: { isPrimary: true } } },
      relations: { user: { addresses: true } },
      order: { userId: 'DESC' },
      take: limit + 1,
    });
    return memberships.map(toMember);
  }

  /** Needs the system role. */
  async listByIds(tx: EntityManager, tenantId: TenantId, userIds: readonly Id<'usr'>[]): Promise<Member[]> {
    const memberships = await tx.find(Membership, {
      where: { tenantId, userId: In([...userIds]), user: { addresses: { isPrimary: true } } },
      relations: { user: { addresses: true } },
    });
    return memberships.map(toMember);
  }

  /** The owners and admins with an account that is active, at most {@link ADMINS_MAX}. Needs the system role. */
  async listAdmins(tx: EntityManager, tenantId: TenantId): Promise<Member[]> {
    const memberships = await tx.find(Membership, {
      where: { tenantId, role: In(['owner', 'admin']), user: { status: 'active', addresses: { isPrimary: true } } },
      relations: { user: { addresses: true } },
      order: { userId: 'ASC' },
      take: ADMINS_MAX,
    });
    return memberships.map(toMember);
  }

  /** Needs the system role. */
  async find(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>): Promise<Member | undefined> {
    const membership = await tx.findOne(Membership, {
      where: { tenantId, userId, user: { addresses: { isPrimary: true } } },
      relations: { user: { addresses: true } },
    });
    return membership ? toMember(membership) : undefined;
  }

  /** Whether a member has this address as the primary or as a verified one. Needs the system role. */
  async hasAddress(tx: EntityManager, tenantId: TenantId, email: string): Promise<boolean> {
    const address = await tx.findOneBy(Address, [
      { email, isPrimary: true },
      { email, verifiedAt: Not(IsNull()) },
    ]);
    return address !== null && (await tx.existsBy(Membership, { tenantId, userId: address.userId }));
  }

  /** Owners but one who do not delete their accounts. Needs the system role. */
  async countStayingOwners(tx: SqlExecutor, tenantId: TenantId, except: Id<'usr'>): Promise<number> {
    return (await one<{ count: number }>(tx, COUNT_STAYING_OWNERS, [tenantId, except])).count;
  }

  count(tx: EntityManager, tenantId: TenantId, role?: Role): Promise<number> {
    return tx.countBy(Membership, { tenantId, ...(role && { role }) });
  }

  async update(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>, role: Role): Promise<void> {
    await tx.update(Membership, { tenantId, userId }, { role });
  }

  async delete(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>): Promise<void> {
    await tx.delete(Membership, { tenantId, userId });
  }
}

function toMember({ userId, user, role, joinedAt }: Membership): Member {
  return { id: userId, email: user.addresses[0]?.email ?? '', name: user.name, role, joinedAt };
}

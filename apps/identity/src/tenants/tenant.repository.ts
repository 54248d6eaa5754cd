import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role, TenantStatus } from '#libs/core/auth';
import { lockKey, many, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { Membership } from './membership.entity.js';
import { Tenant } from './tenant.entity.js';
import { LIST_OF_USER } from './tenant.sql.js';

export type NewTenant = Pick<Tenant, 'id' | 'name' | 'slug' | 'plan' | 'products'>;
export type TenantPatch = Partial<Pick<Tenant, 'name' | 'status' | 'statusReason' | 'plan' | 'products'>>;

/** A tenant as one of its members sees it. */
export interface MemberTenant {
  id: TenantId;
  slug: string;
  name: string;
  role: Role;
  status: TenantStatus;
  plan: string;
  products: string[];
  /** When it is deleted for good; null if its owner does not delete it. */
  deletesAt: Date | null;
}

@Injectable()
export class TenantRepository {
  /** Returns false if another tenant has the slug. */
  async insert(tx: EntityManager, tenant: NewTenant): Promise<boolean> {
    const query = tx.createQueryBuilder().insert().into(Tenant).values(tenant).orIgnore();
    const { raw } = (await query.execute()) as { raw: object[] };
    return raw.length === 1;
  }

  async find(tx: EntityManager, id: TenantId): Promise<Tenant | undefined> {
    return (await tx.findOneBy(Tenant, { id })) ?? undefined;
  }

  /** Needs the system role. */
  async findBySlug(tx: EntityManager, slug: string): Promise<Tenant | undefined> {
    return (await tx.findOneBy(Tenant, { slug })) ?? undefined;
  }

  /** Locks the tenant against changes of itself and of its members. */
  async lockForUpdate(tx: EntityManager, id: TenantId): Promise<Tenant | undefined> {
    return (await tx.findOne(Tenant, { where: { id }, lock: { mode: 'for_no_key_update' } })) ?? undefined;
  }

  async update(tx: EntityManager, id: TenantId, patch: TenantPatch): Promise<void> {
    await tx.update(Tenant, { id }, patch);
  }

  async insertMember(tx: EntityManager, member: Pick<Membership, 'tenantId' | 'userId' | 'role'>): Promise<void> {
    await tx.insert(Membership, member);
  }

  /** The role of a user in a tenant; undefined if they are no member. */
  async findRole(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>): Promise<Role | undefined> {
    return (await tx.findOneBy(Membership, { tenantId, userId }))?.role;
  }

  /** The owner who joined first; undefined if there is none. */
  async findOwner(tx: EntityManager, tenantId: TenantId): Promise<Id<'usr'> | undefined> {
    const order = { joinedAt: 'ASC', userId: 'ASC' } as const;
    const [owner] = await tx.find(Membership, { where: { tenantId, role: 'owner' }, order, take: 1 });
    return owner?.userId;
  }

  /** Locks the creation of tenants of one owner until the transaction ends. */
  async lockOwner(tx: EntityManager, userId: Id<'usr'>): Promise<void> {
    await lockKey(tx, 'owned tenants', userId);
  }

  /** How many tenants a user owns; needs the system role. */
  countOwned(tx: EntityManager, userId: Id<'usr'>): Promise<number> {
    return tx.countBy(Membership, { userId, role: 'owner' });
  }

  /** The tenants of a user, in the order in which they joined; needs the system role. */
  listOfUser(tx: SqlExecutor, userId: string): Promise<MemberTenant[]> {
    return many<MemberTenant>(tx, LIST_OF_USER, [userId]);
  }
}

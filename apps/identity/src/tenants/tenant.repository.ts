import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role, TenantStatus } from '#libs/auth';
import { lockKey, type Id, type TenantId } from '#libs/persistence';
import { SystemDatabase } from '../database/system-database.js';
import { Membership } from './membership.entity.js';
import { Tenant } from './tenant.entity.js';

export type NewTenant = Pick<Tenant, 'id' | 'name' | 'slug' | 'products'>;
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
}

@Injectable()
export class TenantRepository {
  constructor(private readonly system: SystemDatabase) {}

  /** False when another tenant has the slug. */
  async insert(tx: EntityManager, { id, name, slug, products }: NewTenant): Promise<boolean> {
    const rows = await tx.query<object[]>(
      `insert into tenant (id, name, slug, products) values ($1, $2, $3, $4) on conflict do nothing returning id`,
      [id, name, slug, products],
    );
    return rows.length === 1;
  }

  find(tx: EntityManager, id: TenantId): Promise<Tenant | null> {
    return tx.findOneBy(Tenant, { id });
  }

  /** The tenant, held as it is until the transaction ends. */
  hold(tx: EntityManager, id: TenantId): Promise<Tenant | null> {
    return tx.findOne(Tenant, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: EntityManager, id: TenantId, patch: TenantPatch): Promise<void> {
    await tx.update(Tenant, { id }, { ...patch, updatedAt: () => 'now()' });
  }

  async addMember(tx: EntityManager, member: Pick<Membership, 'tenantId' | 'userId' | 'role'>): Promise<void> {
    await tx.insert(Membership, { ...member, joinedAt: () => 'now()' });
  }

  async roleOf(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>): Promise<Role | undefined> {
    return (await tx.findOneBy(Membership, { tenantId, userId }))?.role;
  }

  /** How many tenants a person owns. Until the transaction ends, nobody else is told so of the same person. */
  async countOwned(tx: EntityManager, userId: string): Promise<number> {
    await lockKey(tx, 'owned tenants', userId);
    const [row] = await this.system.query<{ count: number }>(
      `select count(*)::int as count from membership where user_id = $1 and role = 'owner'`,
      [userId],
    );
    return row?.count ?? 0;
  }

  /** In the order in which the person joined them. */
  async ofUser(userId: string): Promise<MemberTenant[]> {
    return this.system.query<MemberTenant>(
      `select t.id, t.slug, t.name, m.role, t.status, t.plan, t.products
         from membership m join tenant t on t.id = m.tenant_id
        where m.user_id = $1 order by m.joined_at, t.id`,
      [userId],
    );
  }
}

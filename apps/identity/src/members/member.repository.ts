import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/auth';
import type { Id, TenantId } from '#libs/persistence';
import { SystemDatabase } from '../database/system-database.js';

/** A person's place in a tenant, with what the other members see of them. */
export interface Member {
  /** The person. */
  id: Id<'usr'>;
  email: string;
  name: string;
  role: Role;
  joinedAt: Date;
}

@Injectable()
export class MemberRepository {
  constructor(private readonly system: SystemDatabase) {}

  /**
   * By the age of their accounts, newest first, one more than the limit if there is one. People are known to the system
   * role alone; the caller has seen to it that the tenant is the asking person's own.
   */
  async page(tenantId: TenantId, before: string | undefined, limit: number): Promise<Member[]> {
    return this.system.query<Member>(
      `select u.id, a.email, u.name, m.role, m.joined_at as "joinedAt"
         from membership m
         join user_account u on u.id = m.user_id
         join email_address a on a.user_id = u.id and a.is_primary
        where m.tenant_id = $1 and ($2::text is null or m.user_id < $2)
        order by m.user_id desc limit $3`,
      [tenantId, before ?? null, limit + 1],
    );
  }

  async find(tenantId: TenantId, userId: string): Promise<Member | undefined> {
    const [member] = await this.system.query<Member>(
      `select u.id, a.email, u.name, m.role, m.joined_at as "joinedAt"
         from membership m
         join user_account u on u.id = m.user_id
         join email_address a on a.user_id = u.id and a.is_primary
        where m.tenant_id = $1 and m.user_id = $2`,
      [tenantId, userId],
    );
    return member;
  }

  /** Whether somebody who signs in with this address, or has proved it, is a member. */
  async hasAddress(tenantId: TenantId, email: string): Promise<boolean> {
    const rows = await this.system.query(
      `select from membership m join email_address a on a.user_id = m.user_id
        where m.tenant_id = $1 and a.email = $2 and (a.is_primary or a.verified_at is not null)`,
      [tenantId, email],
    );
    return rows.length > 0;
  }

  /** Nobody else changes who belongs to the tenant until the transaction ends. False when there is no such tenant. */
  async hold(tx: EntityManager, tenantId: TenantId): Promise<boolean> {
    const rows = await tx.query<object[]>(`select from tenant where id = $1 for no key update`, [tenantId]);
    return rows.length === 1;
  }

  async count(tx: EntityManager, tenantId: TenantId, role?: Role): Promise<number> {
    const [row] = await tx.query<[{ count: number }]>(
      `select count(*)::int as count from membership where tenant_id = $1 and ($2::text is null or role = $2)`,
      [tenantId, role ?? null],
    );
    return row.count;
  }

  async setRole(tx: EntityManager, tenantId: TenantId, userId: string, role: Role): Promise<void> {
    await tx.query(`update membership set role = $3 where tenant_id = $1 and user_id = $2`, [tenantId, userId, role]);
  }

  async remove(tx: EntityManager, tenantId: TenantId, userId: string): Promise<void> {
    await tx.query(`delete from membership where tenant_id = $1 and user_id = $2`, [tenantId, userId]);
  }
}

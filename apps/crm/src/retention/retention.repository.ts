import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { type Id, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { Contact } from '../contacts/contact.entity.js';
import { RetentionPolicy } from './retention-policy.entity.js';
import { IS_INACTIVE, LIST_INACTIVE, LIST_POLICIES } from './retention.sql.js';

export interface ActivePolicy {
  tenantId: TenantId;
  days: number;
}

@Injectable()
export class RetentionRepository {
  /** Null for good. */
  async getDays(tx: EntityManager, tenantId: TenantId): Promise<number | null> {
    return (await tx.findOneBy(RetentionPolicy, { tenantId }))?.days ?? null;
  }

  async setDays(tx: EntityManager, tenantId: TenantId, days: number | null): Promise<void> {
    await tx.upsert(RetentionPolicy, { tenantId, days, updatedAt: new Date() }, ['tenantId']);
  }

  async countAnonymized(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(Contact, { tenantId, anonymizedAt: Not(IsNull()) });
  }

  /** The next policies with days, by tenant; takes the system role. */
  async listPolicies(tx: SqlExecutor, after: string, limit: number): Promise<ActivePolicy[]> {
    return many(tx, LIST_POLICIES, [after, limit]);
  }

  /** Contacts without activity for so many days, the longest first. */
  async listInactive(tx: EntityManager, { tenantId, days }: ActivePolicy, limit: number): Promise<Id<'cnt'>[]> {
    const rows = await many<{ id: Id<'cnt'> }>(tx, LIST_INACTIVE, [tenantId, days, limit]);
    return rows.map(({ id }) => id);
  }

  async isInactive(tx: EntityManager, { tenantId, days }: ActivePolicy, contactId: string): Promise<boolean> {
    return (await many(tx, IS_INACTIVE, [tenantId, days, contactId])).length > 0;
  }
}

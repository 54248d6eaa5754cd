import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { lockKey, newId, returned, type TenantId } from '#libs/core/persistence';
import { SiteDomain } from '#libs/sites/sites';

/** Columns that the check of a domain changes. */
export type DomainCheck = Partial<
  Pick<SiteDomain, 'verifiedAt' | 'missingSince' | 'lastCheckedAt' | 'nextCheckAt' | 'isDefault'>
>;

/** The rows of the hosts that tenants claim. */
@Injectable()
export class SiteDomainRepository {
  /** Changes of the set of a tenant's domains and of its default wait for each other until the transaction ends. */
  async lockAll(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await lockKey(tx, 'site domains', tenantId);
  }

  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    values: Pick<SiteDomain, 'host' | 'ownershipToken'>,
  ): Promise<SiteDomain> {
    const insert = tx.createQueryBuilder().insert().into(SiteDomain);
    const result = await insert
      .values({ ...values, tenantId, id: newId('dom') })
      .returning('*')
      .execute();
    return returned(tx, SiteDomain, result)[0]!;
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(SiteDomain, { tenantId });
  }

  /** The default first, then in the order in which they were added. */
  async list(tx: EntityManager, tenantId: TenantId, limit: number): Promise<SiteDomain[]> {
    return tx.find(SiteDomain, { where: { tenantId }, order: { isDefault: 'DESC', id: 'ASC' }, take: limit });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<SiteDomain | null> {
    return tx.findOneBy(SiteDomain, { tenantId, id });
  }

  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<SiteDomain[]> {
    return tx.findBy(SiteDomain, { tenantId, id: In([...ids]) });
  }

  async findDefault(tx: EntityManager, tenantId: TenantId): Promise<SiteDomain | null> {
    return tx.findOneBy(SiteDomain, { tenantId, isDefault: true });
  }

  /** The one that was added first, of those that are verified. */
  async findFirstVerified(tx: EntityManager, tenantId: TenantId): Promise<SiteDomain | null> {
    return tx.findOne(SiteDomain, { where: { tenantId, verifiedAt: Not(IsNull()) }, order: { id: 'ASC' } });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<SiteDomain | null> {
    return tx.findOne(SiteDomain, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Violates site_domain__verified_host__uq if it verifies a host that another tenant holds. */
  async update(tx: EntityManager, tenantId: TenantId, id: string, changes: DomainCheck): Promise<void> {
    await tx.update(SiteDomain, { tenantId, id }, changes);
  }

  /** The default of the tenant becomes this domain; null for none. */
  async updateDefault(tx: EntityManager, tenantId: TenantId, id: string | null): Promise<void> {
    await tx.update(SiteDomain, { tenantId, isDefault: true }, { isDefault: false });
    if (id) await tx.update(SiteDomain, { tenantId, id }, { isDefault: true });
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(SiteDomain, { tenantId, id });
  }

  /** The verified domain of a host, of whichever tenant. Runs as the system role. */
  async findHolder(tx: EntityManager, host: string): Promise<SiteDomain | null> {
    return tx.findOneBy(SiteDomain, { host, verifiedAt: Not(IsNull()) });
  }
}

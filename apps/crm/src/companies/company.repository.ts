import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { escapeLike, type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/core/persistence';
import { foldText } from '../fold-text.js';
import { Company, type CompanySize } from './company.entity.js';

export type CompanyValues = Pick<Company, 'name' | 'cnpj' | 'sector' | 'size' | 'country' | 'state' | 'city'>;

export interface CompanyFilters {
  /** Part of the name, without case and accents. */
  name?: string;
  cnpj?: string;
  sector?: string;
  size?: CompanySize;
  country?: string;
}

/** Companies of a tenant, but for the deleted ones. */
@Injectable()
export class CompanyRepository {
  /** Violates company__name__uq or company__cnpj__uq if another company has the name or CNPJ. */
  async insert(tx: EntityManager, tenantId: TenantId, values: CompanyValues): Promise<Company> {
    const now = new Date();
    const company: Company = {
      ...values,
      tenantId,
      id: v7(),
      nameKey: foldText(values.name),
      sectorKey: values.sector && foldText(values.sector),
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await tx.insert(Company, company);
    return company;
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Company | null> {
    return tx.findOneBy(Company, { tenantId, id, deletedAt: IsNull() });
  }

  async findMany(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Company[]> {
    return tx.findBy(Company, { tenantId, id: In([...ids]), deletedAt: IsNull() });
  }

  /** Compares names without case and accents. */
  async findByName(tx: EntityManager, tenantId: TenantId, name: string): Promise<Company | null> {
    return tx.findOneBy(Company, { tenantId, nameKey: foldText(name), deletedAt: IsNull() });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Company | null> {
    const where = { tenantId, id, deletedAt: IsNull() };
    return tx.findOne(Company, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** The same; the company is not deleted before the transaction ends. */
  async lockForShare(tx: EntityManager, tenantId: TenantId, id: string): Promise<Company | null> {
    return tx.findOne(Company, { where: { tenantId, id, deletedAt: IsNull() }, lock: { mode: 'pessimistic_read' } });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    { name, cnpj, sector, size, country }: CompanyFilters,
    page: KeysetRequest,
  ): Promise<KeysetPage<Company>> {
    const query = tx.createQueryBuilder(Company, 'company').where({ tenantId, deletedAt: IsNull() });
    if (name !== undefined) query.andWhere('company.name_key like :name', { name: `%${escapeLike(foldText(name))}%` });
    if (cnpj !== undefined) query.andWhere({ cnpj });
    if (sector !== undefined) query.andWhere({ sectorKey: foldText(sector) });
    if (size !== undefined) query.andWhere({ size });
    if (country !== undefined) query.andWhere({ country });
    return listKeysetPage(query, ['id'], page);
  }

  /** Violates the same constraints as {@link insert}. */
  async update(tx: EntityManager, { tenantId, id }: Company, changes: Partial<CompanyValues>): Promise<void> {
    await tx.update(Company, { tenantId, id }, { ...changes, ...keysOf(changes) });
  }

  async softDelete(tx: EntityManager, { tenantId, id }: Company): Promise<void> {
    await tx.update(Company, { tenantId, id }, { deletedAt: new Date() });
  }
}

const keysOf = ({ name, sector }: Partial<CompanyValues>): Partial<Company> => ({
  ...(name !== undefined && { nameKey: foldText(name) }),
  ...(sector !== undefined && { sectorKey: sector && foldText(sector) }),
});

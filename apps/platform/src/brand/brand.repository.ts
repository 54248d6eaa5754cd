import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { returned, type TenantId } from '#libs/core/persistence';
import { Brand, type BrandValues } from './brand.entity.js';

@Injectable()
export class BrandRepository {
  async find(tx: EntityManager, tenantId: TenantId): Promise<Brand | null> {
    return tx.findOneBy(Brand, { tenantId });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId): Promise<Brand | null> {
    return tx.findOne(Brand, { where: { tenantId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Sets what is given; the rest stays, or is null for a tenant without a brand. */
  async upsert(tx: EntityManager, tenantId: TenantId, values: Partial<BrandValues>): Promise<Brand> {
    const options = { conflictPaths: { tenantId: true }, returning: '*' } as const;
    const [brand] = returned(tx, Brand, await tx.getRepository(Brand).upsert({ tenantId, ...values }, options));
    if (!brand) throw new Error('An upsert returned no brand');
    return brand;
  }
}

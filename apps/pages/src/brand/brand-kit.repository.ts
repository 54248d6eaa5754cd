import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import { BrandKit } from '#libs/sites';
import type { Brand } from '../rendering/page-context.js';
import { brandOf, kitOf } from './brand-values.js';

@Injectable()
export class BrandKitRepository {
  /** The brand of a tenant; the default of one that chose none. */
  async get(tx: EntityManager, tenantId: TenantId): Promise<Brand> {
    return brandOf(await tx.findOneBy(BrandKit, { tenantId }));
  }

  async upsert(tx: EntityManager, tenantId: TenantId, brand: Brand): Promise<void> {
    await tx.upsert(BrandKit, { ...kitOf(brand), tenantId, updatedAt: new Date() }, ['tenantId']);
  }
}

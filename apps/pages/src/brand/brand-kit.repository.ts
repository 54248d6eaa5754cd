import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { BrandKit, SiteSetting } from '#libs/sites/sites';
import type { Brand } from '../markup/page-context.js';
import { brandOf, kitOf } from './brand-values.js';

@Injectable()
export class BrandKitRepository {
  /** The brand as the tenant chose it; the default of one that chose none. */
  async find(tx: EntityManager, tenantId: TenantId): Promise<Brand> {
    return brandOf(await tx.findOneBy(BrandKit, { tenantId }));
  }

  /** The brand as pages show it: without a name of its own it has that of the site. */
  async get(tx: EntityManager, tenantId: TenantId): Promise<Brand> {
    const brand = await this.find(tx, tenantId);
    if (brand.name !== '') return brand;
    const site = await tx.findOneBy(SiteSetting, { tenantId });
    return { ...brand, name: site?.title ?? '' };
  }

  async upsert(tx: EntityManager, tenantId: TenantId, brand: Brand): Promise<void> {
    await tx.upsert(BrandKit, { ...kitOf(brand), tenantId, updatedAt: new Date() }, ['tenantId']);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { SiteSetting } from '#libs/sites/sites';

export type SiteValues = Omit<SiteSetting, 'tenantId' | 'updatedAt'>;

/** Equal to the defaults of the table. */
const DEFAULT: SiteValues = {
  title: null,
  description: null,
  language: 'pt-BR',
  faviconId: null,
  indexable: true,
  notFoundTitle: null,
  notFoundText: null,
  notFoundPageId: null,
  robotsLines: [],
};

@Injectable()
export class SiteSeoRepository {
  /** The settings of a tenant; the defaults if it has none. */
  async get(tx: EntityManager, tenantId: TenantId): Promise<SiteValues> {
    return (await tx.findOneBy(SiteSetting, { tenantId })) ?? DEFAULT;
  }

  async upsert(tx: EntityManager, tenantId: TenantId, values: SiteValues): Promise<void> {
    await tx.upsert(SiteSetting, { ...values, tenantId, updatedAt: new Date() }, ['tenantId']);
  }
}

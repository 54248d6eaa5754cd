import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { PushSite } from './push-site.entity.js';

export type NewPushSite = Omit<PushSite, 'tenantId' | 'createdAt'>;

@Injectable()
export class PushSiteRepository {
  async find(tx: EntityManager, tenantId: TenantId): Promise<PushSite | null> {
    return tx.findOneBy(PushSite, { tenantId });
  }

  /** Inserts the site unless another transaction has inserted one. */
  async insert(tx: EntityManager, tenantId: TenantId, site: NewPushSite): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(PushSite)
      .values({ tenantId, ...site })
      .orIgnore()
      .execute();
  }

  /** The tenant of a site. Runs as the system role. */
  async findTenant(tx: EntityManager, siteKey: string): Promise<TenantId | undefined> {
    const site = await tx.findOne(PushSite, { select: { tenantId: true }, where: { siteKey } });
    return site?.tenantId;
  }
}

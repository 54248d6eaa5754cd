import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { SYSTEM_DATA_SOURCE, type TenantId } from '#libs/persistence';
import type { PushSite } from './push-site.js';

@Injectable()
export class PushSiteRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  async find(tx: EntityManager, tenantId: TenantId): Promise<PushSite | undefined> {
    const [row] = await tx.query<PushSite[]>(
      `select site_key as "siteKey", public_key as "publicKey", private_key as "privateKey"
       from push_site where tenant_id = $1`,
      [tenantId],
    );
    return row;
  }

  /** Leaves the row that another one wrote first. */
  async insert(tx: EntityManager, tenantId: TenantId, { siteKey, publicKey, privateKey }: PushSite): Promise<void> {
    await tx.query(
      `insert into push_site (tenant_id, site_key, public_key, private_key) values ($1, $2, $3, $4)
       on conflict (tenant_id) do nothing`,
      [tenantId, siteKey, publicKey, privateKey],
    );
  }

  /** Whose site it is, before any tenant is known. */
  async tenantOf(siteKey: string): Promise<TenantId | undefined> {
    const [row] = await this.system.query<{ tenantId: TenantId }[]>(
      `select tenant_id as "tenantId" from push_site where site_key = $1`,
      [siteKey],
    );
    return row?.tenantId;
  }
}

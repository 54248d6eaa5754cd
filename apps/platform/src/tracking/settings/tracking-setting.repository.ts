import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { returned, type TenantId } from '#libs/core/persistence';
import { TrackingSetting, type TrackingFlags } from './tracking-setting.entity.js';

@Injectable()
export class TrackingSettingRepository {
  async find(tx: EntityManager, tenantId: TenantId): Promise<TrackingSetting | null> {
    return tx.findOneBy(TrackingSetting, { tenantId });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId): Promise<TrackingSetting | null> {
    return tx.findOne(TrackingSetting, { where: { tenantId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Sets what is given; what is undefined stays, or is off for a tenant without a setting. */
  async upsert(tx: EntityManager, tenantId: TenantId, flags: Partial<TrackingFlags>): Promise<TrackingSetting> {
    const settings = tx.getRepository(TrackingSetting);
    const options = { conflictPaths: { tenantId: true }, returning: '*' } as const;
    const [setting] = returned(tx, TrackingSetting, await settings.upsert({ tenantId, ...flags }, options));
    if (!setting) throw new Error('An upsert returned no tracking setting');
    return setting;
  }
}

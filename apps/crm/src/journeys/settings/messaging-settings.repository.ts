import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { MessagingSettings } from './messaging-settings.entity.js';

export type MessagingValues = Pick<MessagingSettings, 'quietFrom' | 'quietTo' | 'dailyCap'>;

export const DEFAULT_MESSAGING: MessagingValues = { quietFrom: '21:00', quietTo: '08:00', dailyCap: 3 };

@Injectable()
export class MessagingSettingsRepository {
  async get(tx: EntityManager, tenantId: TenantId): Promise<MessagingValues> {
    return (await tx.findOneBy(MessagingSettings, { tenantId })) ?? DEFAULT_MESSAGING;
  }

  /** The same; other changes wait until the transaction ends. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId): Promise<MessagingValues> {
    await lockKey(tx, 'account settings', tenantId);
    return this.get(tx, tenantId);
  }

  async upsert(tx: EntityManager, tenantId: TenantId, values: MessagingValues): Promise<void> {
    const { quietFrom, quietTo, dailyCap } = values;
    await tx.upsert(MessagingSettings, { tenantId, quietFrom, quietTo, dailyCap }, ['tenantId']);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { AccountSettings } from './account-settings.entity.js';

export type AccountValues = Pick<AccountSettings, 'country' | 'timeZone'>;

export const DEFAULT_ACCOUNT: AccountValues = { country: 'BR', timeZone: 'America/Sao_Paulo' };

@Injectable()
export class AccountSettingsRepository {
  async get(tx: EntityManager, tenantId: TenantId): Promise<AccountValues> {
    return (await tx.findOneBy(AccountSettings, { tenantId })) ?? DEFAULT_ACCOUNT;
  }

  /** The same; other changes wait until the transaction ends. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId): Promise<AccountValues> {
    await lockKey(tx, 'account settings', tenantId);
    return this.get(tx, tenantId);
  }

  async upsert(tx: EntityManager, tenantId: TenantId, { country, timeZone }: AccountValues): Promise<void> {
    await tx.upsert(AccountSettings, { tenantId, country, timeZone }, ['tenantId']);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import { AccountSettings } from './account-settings.entity.js';

export type AccountValues = Pick<AccountSettings, 'country' | 'timeZone'>;

export const DEFAULT_ACCOUNT: AccountValues = { country: 'BR', timeZone: 'America/Sao_Paulo' };

@Injectable()
export class AccountSettingsRepository {
  async get(tx: EntityManager, tenantId: TenantId): Promise<AccountValues> {
    return (await tx.findOneBy(AccountSettings, { tenantId })) ?? DEFAULT_ACCOUNT;
  }
}

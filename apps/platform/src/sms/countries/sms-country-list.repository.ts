import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { SmsCountryList } from './sms-country-list.entity.js';

@Injectable()
export class SmsCountryListRepository {
  /** The countries of a tenant; null if it has set none. */
  async find(tx: EntityManager, tenantId: TenantId): Promise<string[] | null> {
    return (await tx.findOneBy(SmsCountryList, { tenantId }))?.countries ?? null;
  }

  async upsert(tx: EntityManager, tenantId: TenantId, countries: string[]): Promise<void> {
    await tx.upsert(SmsCountryList, { tenantId, countries }, ['tenantId']);
  }

  async delete(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await tx.delete(SmsCountryList, { tenantId });
  }
}

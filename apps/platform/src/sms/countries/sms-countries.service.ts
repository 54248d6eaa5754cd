import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { afterCommit, Database, type TenantId } from '#libs/core/persistence';
import { SmsPolicyCache } from '../policy/sms-policy-cache.js';
import { SmsRecipients } from '../policy/sms-recipients.js';
import { SmsCountryListRepository } from './sms-country-list.repository.js';

export interface SmsCountries {
  /** Countries that the tenant has set; null if it has set none. */
  countries: readonly string[] | null;
  /** Countries that live texts go to; null for all. */
  allowed: readonly string[] | null;
}

/** The countries that the texts of tenants go to. */
@Injectable()
export class SmsCountriesService {
  constructor(
    private readonly database: Database,
    private readonly lists: SmsCountryListRepository,
    private readonly policies: SmsPolicyCache,
    private readonly recipients: SmsRecipients,
  ) {}

  async get(tenantId: TenantId): Promise<SmsCountries> {
    const policy = await this.policies.get(tenantId);
    const allowed = this.recipients.allowedCountries(policy, 'live');
    return { countries: policy.countries, allowed: allowed && [...allowed].sort() };
  }

  /** Sets the list; null removes it. */
  async update(tenantId: TenantId, countries: readonly string[] | null): Promise<SmsCountries> {
    const list = countries && [...new Set(countries)].sort();
    await this.database.tenant(tenantId, async (tx) => {
      afterCommit(tx, () => this.policies.forget(tenantId));
      const before = await this.lists.find(tx, tenantId);
      await (list ? this.lists.upsert(tx, tenantId, list) : this.lists.delete(tx, tenantId));
      if (JSON.stringify(before) === JSON.stringify(list)) return;
      const object = { type: 'sms-countries', id: tenantId };
      const change = { before: { countries: before }, after: { countries: list } };
      await recordAudit(tx, { action: 'sms-countries.changed', object, tenantId, ...change });
    });
    return this.get(tenantId);
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, type TenantId } from '#libs/core/persistence';
import { SmsCountryListRepository } from '../countries/sms-country-list.repository.js';
import type { SmsCredential } from '../credentials/sms-credential.entity.js';
import { SmsCredentialRepository } from '../credentials/sms-credential.repository.js';
import { SmsSenderRepository } from '../senders/sms-sender.repository.js';

/** Senders that a tenant's texts may come from, and countries that they may go to. */
export interface SmsPolicy {
  /** The confirmed senders; with an own carrier all senders, because that carrier decides. */
  senders: ReadonlySet<string>;
  /** Sender of texts that name none. */
  defaultSender: string | undefined;
  /** The countries that the tenant has set; null if it has not. */
  countries: readonly string[] | null;
  /** The own carrier of the tenant. */
  credential: SmsCredential | null;
}

const TENANTS_MAX = 10_000;

/** How long another process may use what was changed (milliseconds). */
const TTL_MS = 5_000;

/** The policies of tenants, cached for five seconds. A change by this process applies at once. */
@Injectable()
export class SmsPolicyCache {
  private readonly cache = new LRUCache<TenantId, Promise<SmsPolicy>>({ max: TENANTS_MAX, ttl: TTL_MS });

  constructor(
    private readonly database: Database,
    private readonly senders: SmsSenderRepository,
    private readonly countries: SmsCountryListRepository,
    private readonly credentials: SmsCredentialRepository,
  ) {}

  async get(tenantId: TenantId): Promise<SmsPolicy> {
    const known = this.cache.get(tenantId);
    if (known) return known;
    const loading = this.load(tenantId);
    this.cache.set(tenantId, loading);
    loading.catch(() => this.forget(tenantId));
    return loading;
  }

  forget(tenantId: TenantId): void {
    this.cache.delete(tenantId);
  }

  private async load(tenantId: TenantId): Promise<SmsPolicy> {
    return this.database.tenant(tenantId, async (tx) => {
      const all = await this.senders.listAll(tx, tenantId);
      const credential = await this.credentials.find(tx, tenantId);
      const senders = all.filter(({ confirmedAt }) => credential !== null || confirmedAt !== null);
      return {
        credential,
        senders: new Set(senders.map(({ value }) => value)),
        defaultSender: senders.find(({ isDefault }) => isDefault)?.value,
        countries: await this.countries.find(tx, tenantId),
      };
    });
  }
}

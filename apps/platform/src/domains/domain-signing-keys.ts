import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DkimKey } from '#libs/email';
import { Database, type TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { listSigningKeys, type SigningKeyRow } from './domain-signing-keys.sql.js';

/** What a DKIM private key is sealed for. */
export const DKIM_KEY_PURPOSE = 'domain.dkim';

const PARSED_KEYS_MAX = 10_000;

/**
 * The DKIM keys of a tenant's verified domains. Each call reads which keys are active; the parsed form of a key, which
 * costs as much as several signatures, is cached.
 */
@Injectable()
export class DomainSigningKeys {
  private readonly parsed = new LRUCache<string, DkimKey>({ max: PARSED_KEYS_MAX });

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  /** Active keys by domain, for those of the domains that the tenant has verified. */
  async forDomains(tenantId: TenantId, domains: readonly string[]): Promise<Map<string, DkimKey[]>> {
    const rows = await this.database.tenants([tenantId], (client) => listSigningKeys(client, tenantId, domains));
    const keys = new Map<string, DkimKey[]>();
    for (const row of rows) keys.set(row.domain, [...(keys.get(row.domain) ?? []), this.parse(tenantId, row)]);
    return keys;
  }

  private parse(tenantId: TenantId, { id, domain, selector, privateKey }: SigningKeyRow): DkimKey {
    const known = this.parsed.get(id);
    if (known) return known;
    const pem = this.secrets.open(tenantId, DKIM_KEY_PURPOSE, privateKey);
    const key = new DkimKey({ domain, selector, privateKey: pem });
    this.parsed.set(id, key);
    return key;
  }
}

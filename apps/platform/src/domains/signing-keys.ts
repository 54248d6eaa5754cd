import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DkimKey } from '#libs/email';
import { Database, type TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';

/** What a DKIM private key is sealed for. */
export const DKIM_KEY_PURPOSE = 'domain.dkim';

const PARSED_KEYS_MAX = 10_000;

interface KeyRow {
  id: string;
  domain: string;
  selector: string;
  privateKey: string;
}

/**
 * The DKIM keys of a tenant's verified domains. Which keys are active is asked each time; the parsed form of a key,
 * which costs several signatures to make and never changes, is kept.
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
    const rows = await this.database.tenants([tenantId], async (client) => {
      const result = await client.query<KeyRow>({
        name: 'domain-signing-keys',
        text: `
          select k.id, d.name as domain, k.selector, k.private_key as "privateKey"
          from sending_domain d join domain_key k on k.tenant_id = d.tenant_id and k.domain_id = d.id
          where d.tenant_id = $1 and d.name = any($2::text[]) and d.verified_at is not null and k.active
          order by k.algorithm, k.created_at desc`,
        values: [tenantId, domains],
      });
      return result.rows;
    });
    const keys = new Map<string, DkimKey[]>();
    for (const row of rows) keys.set(row.domain, [...(keys.get(row.domain) ?? []), this.parse(tenantId, row)]);
    return keys;
  }

  private parse(tenantId: TenantId, { id, domain, selector, privateKey }: KeyRow): DkimKey {
    const known = this.parsed.get(id);
    if (known) return known;
    const pem = this.secrets.open(tenantId, DKIM_KEY_PURPOSE, privateKey);
    const key = new DkimKey({ domain, selector, privateKey: pem });
    this.parsed.set(id, key);
    return key;
  }
}

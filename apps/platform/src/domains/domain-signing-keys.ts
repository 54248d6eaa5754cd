import { Injectable } from '@nestjs/common';
import { DkimKeyCache } from '#libs/messaging/domains';
import type { DkimKey } from '#libs/mail/email';
import { Database, type TenantId } from '#libs/core/persistence';
import { listSigningKeys } from './domain-signing-keys.sql.js';

/** The DKIM keys of a tenant's verified domains. Each call reads which keys are active; their parsed form is cached. */
@Injectable()
export class DomainSigningKeys {
  constructor(
    private readonly database: Database,
    private readonly cache: DkimKeyCache,
  ) {}

  /** Active keys by domain, for those of the domains that the tenant has verified. */
  async forDomains(tenantId: TenantId, domains: readonly string[]): Promise<Map<string, DkimKey[]>> {
    const rows = await this.database.tenants([tenantId], (client) => listSigningKeys(client, tenantId, domains));
    const keys = new Map<string, DkimKey[]>();
    for (const row of rows) keys.set(row.domain, [...(keys.get(row.domain) ?? []), this.cache.open(tenantId, row)]);
    return keys;
  }
}

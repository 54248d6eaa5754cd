import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DkimKeyCache } from '#libs/messaging/domains';
import type { DkimKey } from '#libs/mail/email';
import { Database, type TenantId } from '#libs/core/persistence';
import { listSigningKeys } from './signing-keys.sql.js';

const DOMAINS_MAX = 10_000;

/** How long another process may sign with a key that was retired (milliseconds); its record is published for days. */
const TTL_MS = 5_000;

type DomainRef = `${TenantId}/${string}`;

/** The DKIM keys that sign for a domain, cached for five seconds. A change by this process applies at once. */
@Injectable()
export class SigningKeys {
  private readonly known = new LRUCache<DomainRef, readonly DkimKey[], { tenantId: TenantId; domainId: string }>({
    max: DOMAINS_MAX,
    ttl: TTL_MS,
    // What is forgotten while it is read is still returned, and not kept.
    ignoreFetchAbort: true,
    fetchMethod: (_ref, _stale, { context }) => this.load(context.tenantId, context.domainId),
  });

  constructor(
    private readonly database: Database,
    private readonly keys: DkimKeyCache,
  ) {}

  /** One of each algorithm; empty if the domain is unknown, not verified or removed. @throws DatabaseUnavailable */
  async of(tenantId: TenantId, domainId: string): Promise<readonly DkimKey[]> {
    return (await this.known.fetch(refOf(tenantId, domainId), { context: { tenantId, domainId } })) ?? [];
  }

  /** To be called after the commit of a change to the domain or its keys. */
  forget(tenantId: TenantId, domainId: string): void {
    this.known.delete(refOf(tenantId, domainId));
  }

  private async load(tenantId: TenantId, domainId: string): Promise<readonly DkimKey[]> {
    const rows = await this.database.tenants([tenantId], (client) => listSigningKeys(client, tenantId, domainId));
    return rows.map((row) => this.keys.open(tenantId, row));
  }
}

const refOf = (tenantId: TenantId, domainId: string): DomainRef => `${tenantId}/${domainId}`;

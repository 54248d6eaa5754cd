import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { MAX_DOMAINS } from './domain-problems.js';
import { OwnHosts } from './own-hosts.js';
import { SiteDomainRepository } from './site-domain.repository.js';

/** The hosts on which the pages of a tenant answer. */
@Injectable()
export class AccountHosts {
  constructor(
    private readonly domains: SiteDomainRepository,
    private readonly ownHosts: OwnHosts,
  ) {}

  /** Ids of the tenant's domains by their host; null by the shared host. A host may have a port. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<Map<string, string | null>> {
    const domains = await this.domains.list(tx, tenantId, MAX_DOMAINS);
    const hosts = domains.map(({ host, id }): [string, string | null] => [host, id]);
    return new Map([[this.ownHosts.sharedHost, null], ...hosts]);
  }
}

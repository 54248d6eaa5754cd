import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import type { SiteDomain } from '#libs/sites/sites';
import { conflictOf, invalidHost, MAX_DOMAINS, notVerified, tooManyDomains } from './domain-problems.js';
import { isPublicSuffix, toHost } from './host.js';
import { OwnHosts } from './own-hosts.js';
import { newOwnershipToken } from './ownership-record.js';
import { SiteDomainRepository } from './site-domain.repository.js';

/** The hosts of a tenant's pages. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly database: Database,
    private readonly domains: SiteDomainRepository,
    private readonly ownHosts: OwnHosts,
  ) {}

  /** Claims a host. @throws Problem ValidationError, AlreadyExists, or Conflict at the limit */
  async create(tenantId: TenantId, text: string): Promise<SiteDomain> {
    const host = this.validHost(text);
    return this.changing(tenantId, async (tx) => {
      if ((await this.domains.count(tx, tenantId)) >= MAX_DOMAINS) throw tooManyDomains();
      const domain = await this.domains.insert(tx, tenantId, { host, ownershipToken: newOwnershipToken() });
      await auditDomain(tx, 'site-domain.added', domain);
      return domain;
    });
  }

  /** The default first, then in the order in which they were added. */
  async list(tenantId: TenantId, limit: number): Promise<SiteDomain[]> {
    return this.database.tenant(tenantId, (tx) => this.domains.list(tx, tenantId, limit));
  }

  /** Ids without a domain are left out. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<SiteDomain[]> {
    return this.database.tenant(tenantId, (tx) => this.domains.listByIds(tx, tenantId, ids));
  }

  async find(tenantId: TenantId, id: string): Promise<SiteDomain | null> {
    if (!isId('dom', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.domains.find(tx, tenantId, id));
  }

  /** @throws Problem NotFound */
  async get(tenantId: TenantId, id: string): Promise<SiteDomain> {
    return found(await this.find(tenantId, id));
  }

  /** Makes a verified domain the default. @throws Problem NotFound, DomainNotVerified */
  async makeDefault(tenantId: TenantId, id: string): Promise<SiteDomain> {
    return this.changing(tenantId, async (tx) => {
      const domain = found(await this.domains.lockForUpdate(tx, tenantId, id));
      if (!domain.verifiedAt) throw notVerified();
      if (domain.isDefault) return domain;
      await this.domains.updateDefault(tx, tenantId, id);
      await auditDomain(tx, 'site-domain.made-default', domain);
      return { ...domain, isDefault: true };
    });
  }

  /**
   * Removes a domain and its redirects. If it was the default, the verified domain that was added first becomes it.
   * @throws Problem NotFound; Conflict while pages are on it
   */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.changing(tenantId, async (tx) => {
      const domain = found(await this.domains.lockForUpdate(tx, tenantId, id));
      await this.domains.delete(tx, tenantId, id);
      if (domain.isDefault) {
        const next = await this.domains.findFirstVerified(tx, tenantId);
        if (next) await this.domains.updateDefault(tx, tenantId, next.id);
      }
      await auditDomain(tx, 'site-domain.removed', domain);
    });
  }

  private validHost(text: string): string {
    const host = toHost(text);
    if (!host) throw invalidHost('malformed');
    if (this.ownHosts.includes(host)) throw invalidHost('ours');
    if (isPublicSuffix(host)) throw invalidHost('suffix');
    return host;
  }

  private async changing<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        await this.domains.lockAll(tx, tenantId);
        return work(tx);
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }
}

/** Records a change of a domain in the audit log. */
export async function auditDomain(tx: EntityManager, action: string, domain: SiteDomain): Promise<void> {
  const { tenantId, id } = domain;
  const fields = auditFields(domain, ['host']);
  const change = action === 'site-domain.removed' ? { before: fields } : { after: fields };
  await recordAudit(tx, { action, object: { type: 'site-domain', id }, tenantId, ...change });
}

function found(domain: SiteDomain | null): SiteDomain {
  if (!domain) throw new Problem('NotFound');
  return domain;
}

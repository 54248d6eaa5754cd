import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MISSING_GRACE_MS, nextCheckAfter, standingAfter } from '#libs/core/domain-claims';
import { RecordLookup } from '#libs/core/networks';
import { Problem, withContext, workContext } from '#libs/core/http';
import { Database, type TenantId, violatedUnique } from '#libs/core/persistence';
import type { SiteDomain } from '#libs/sites/sites';
import { dnsSilent, heldElsewhere, recordMissing } from './domain-problems.js';
import { auditDomain, DomainsService } from './domains.service.js';
import { isProven, recordOf } from './ownership-record.js';
import { SiteDomainRepository } from './site-domain.repository.js';

/** Looks the TXT record of a domain up, and decides which account holds a host. */
@Injectable()
export class DomainVerification {
  constructor(
    private readonly database: Database,
    private readonly domains: SiteDomainRepository,
    private readonly service: DomainsService,
    private readonly dns: RecordLookup,
  ) {}

  /**
   * Verifies a domain by its TXT record. Of accounts that claim one host, the first to verify holds it.
   * @throws Problem NotFound; DomainNotVerified without the record; ServiceUnavailable when DNS does not answer; Conflict
   * when another account holds the host
   */
  async verify(tenantId: TenantId, id: string): Promise<SiteDomain> {
    const claim = await this.service.get(tenantId, id);
    const texts = await this.lookUp(claim.host);
    const domain = await this.recordHolding(claim, texts);
    if (domain.missingSince || !domain.verifiedAt) throw recordMissing(claim);
    return domain;
  }

  /** Looks a verified domain up again. It stays verified without its record, and says since when. */
  async recheck(tenantId: TenantId, id: string): Promise<SiteDomain> {
    const claim = await this.service.get(tenantId, id);
    return this.record(claim, await this.lookUp(claim.host));
  }

  private async lookUp(host: string): Promise<readonly string[]> {
    const { name } = recordOf({ host, ownershipToken: '' });
    const question = { type: 'TXT', name } as const;
    const texts = (await this.dns.lookUp([question])).of(question);
    if (!texts) throw dnsSilent();
    return texts;
  }

  /** Takes the host from a holder that has lapsed, and tries once more. */
  private async recordHolding(claim: SiteDomain, texts: readonly string[]): Promise<SiteDomain> {
    try {
      return await this.record(claim, texts);
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
    await this.releaseHolder(claim.host, texts);
    try {
      return await this.record(claim, texts);
    } catch (error) {
      throw isHeld(error) ? heldElsewhere() : error;
    }
  }

  /** Writes what the texts at its name say about a domain. The first one that a tenant verifies becomes its default. */
  private async record({ tenantId, id }: SiteDomain, texts: readonly string[]): Promise<SiteDomain> {
    return this.database.tenant(tenantId, async (tx) => {
      await this.domains.lockAll(tx, tenantId);
      const domain = await this.domains.lockForUpdate(tx, tenantId, id);
      if (!domain) throw new Problem('NotFound');
      const proven = isProven(domain, texts);
      const now = new Date();
      const changes = {
        ...standingAfter(domain, proven, now),
        lastCheckedAt: now,
        nextCheckAt: nextCheckAfter(now, proven),
        isDefault: domain.isDefault || (proven && !(await this.domains.findDefault(tx, tenantId))),
      };
      await this.domains.update(tx, tenantId, id, changes);
      const checked = { ...domain, ...changes };
      await auditCheck(tx, domain, checked);
      return checked;
    });
  }

  /**
   * The holder of a host loses it to an account that has just proved its claim, if the holder's own record has been missing
   * for 72 hours and is not there now. @throws Problem Conflict otherwise
   */
  private async releaseHolder(host: string, texts: readonly string[]): Promise<void> {
    const holder = await this.database.system((tx) => this.domains.findHolder(tx, host));
    if (!holder) return;
    if (isProven(holder, texts) || !holder.missingSince) throw heldElsewhere();
    const freeAt = new Date(holder.missingSince.getTime() + MISSING_GRACE_MS);
    if (freeAt.getTime() > Date.now()) throw heldElsewhere(freeAt);
    // The holder's audit log does not say who took the host: that is another account's data.
    await withContext(workContext('domain release'), () => this.release(holder));
  }

  private async release({ tenantId, id, missingSince }: SiteDomain): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await this.domains.lockAll(tx, tenantId);
      const domain = await this.domains.lockForUpdate(tx, tenantId, id);
      // Its record was found meanwhile, or it was removed.
      if (domain?.missingSince?.getTime() !== missingSince?.getTime() || !domain) return;
      await this.domains.update(tx, tenantId, id, { verifiedAt: null, missingSince: null, isDefault: false });
      const next = domain.isDefault ? await this.domains.findFirstVerified(tx, tenantId) : null;
      if (next) await this.domains.updateDefault(tx, tenantId, next.id);
      await auditDomain(tx, 'site-domain.released', domain);
    });
  }
}

async function auditCheck(tx: EntityManager, before: SiteDomain, after: SiteDomain): Promise<void> {
  if (!before.verifiedAt && after.verifiedAt) await auditDomain(tx, 'site-domain.verified', after);
  else if (!before.missingSince && after.missingSince) await auditDomain(tx, 'site-domain.record-missing', after);
  else if (before.missingSince && !after.missingSince) await auditDomain(tx, 'site-domain.record-found', after);
}

const isHeld = (error: unknown): boolean => violatedUnique(error) === 'site_domain__verified_host__uq';

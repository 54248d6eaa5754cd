import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { DomainChecker, type RecordChecks, verdictOf } from '#libs/messaging/domains';
import { Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import type { DomainDetail, KeyedSendingDomain } from './domain.js';
import { DomainKeyRepository } from './domain-key.repository.js';
import { namingConflict } from './domain-problems.js';
import { DomainRepository } from './domain.repository.js';
import { DomainStandings } from './domain-standings.js';
import { DomainsService } from './domains.service.js';
import { describeDomain, expectedRecords } from './expected-records.js';
import type { SendingDomain } from './sending-domain.entity.js';

/** Checks a domain's records in DNS: whether it is verified, and which keys sign. */
@Injectable()
export class DomainVerification {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly keys: DomainKeyRepository,
    private readonly service: DomainsService,
    private readonly checker: DomainChecker,
    private readonly config: PlatformConfig,
    private readonly events: AppEventSender,
    private readonly standings: DomainStandings,
  ) {}

  /**
   * Checks the domain now. @throws Problem NotFound; ServiceUnavailable when DNS does not answer, and Conflict when
   * another tenant has it verified: then nothing has changed
   */
  async verify(tenantId: TenantId, id: string): Promise<DomainDetail> {
    const { spfInclude } = this.config;
    const domain = await this.service.getWithKeys(tenantId, id);
    const found = await this.checker.check(expectedRecords(domain, spfInclude));
    try {
      const checked = await this.database.tenant(tenantId, (tx) => this.record(tx, tenantId, id, found));
      return describeDomain(checked, spfInclude);
    } catch (error) {
      throw namingConflict(error);
    }
  }

  /** Uses the keys that the domain has now: a key that was made during the look-up is unchecked. */
  private async record(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    found: RecordChecks,
  ): Promise<KeyedSendingDomain> {
    const locked = await this.domains.lockForUpdate(tx, tenantId, id);
    if (!locked) throw new Problem('NotFound');
    const now = new Date();
    await this.keys.deleteExpired(tx, tenantId, id);
    const domain = await this.keys.withKeys(tx, tenantId, locked);
    const verdict = verdictOf(domain, found, now);
    await this.domains.updateCheck(tx, tenantId, id, found, verdict, now);
    await this.keys.updateActive(tx, tenantId, id, verdict.activated, verdict.retired);
    const { verifiedAt, missingSince } = verdict;
    if (verifiedAt && !locked.verifiedAt) await this.announce(tx, locked);
    if (Boolean(verifiedAt) !== Boolean(locked.verifiedAt))
      await this.standings.announce(tx, locked, Boolean(verifiedAt));
    const changed = { ...locked, verifiedAt, missingSince, recordChecks: found, lastCheckedAt: now };
    return this.keys.withKeys(tx, tenantId, changed);
  }

  /** Tells Mail, where there is one, that the tenant has the domain. */
  private async announce(tx: EntityManager, { tenantId, name, ownershipToken }: SendingDomain): Promise<void> {
    if (!this.config.mailUrl) return;
    await this.events.send(tx, tenantId, 'mail', 'platform.domain.verified', { name, ownershipToken });
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { auditFields, recordAudit } from '#libs/core/audit';
import { checksOf, DomainChecker, type Finding, verdictOf } from '#libs/messaging/domains';
import { Problem } from '#libs/core/http';
import { afterCommit, Database, type TenantId } from '#libs/core/persistence';
import { DkimSigningKeyRepository } from '../signing-keys/dkim-signing-key.repository.js';
import { DomainCaches } from '../domain-caches.js';
import { namingConflict } from '../domain-problems.js';
import { DomainRecords } from '../records/domain-records.js';
import { DomainsService } from '../domains.service.js';
import type { MailDomain } from '../mail-domain.entity.js';
import type { DomainDetail, KeyedMailDomain } from '../mail-domain.js';
import { MailDomainRepository } from '../mail-domain.repository.js';

/** Checks a domain's records in DNS: whether it is verified, and which keys sign. */
@Injectable()
export class DomainVerification {
  constructor(
    private readonly database: Database,
    private readonly domains: MailDomainRepository,
    private readonly keys: DkimSigningKeyRepository,
    private readonly service: DomainsService,
    private readonly checker: DomainChecker,
    private readonly records: DomainRecords,
    private readonly caches: DomainCaches,
    private readonly events: AppEventSender,
  ) {}

  /**
   * Checks the domain now. @throws Problem NotFound; ServiceUnavailable when DNS does not answer, and Conflict when
   * another tenant has it verified: then nothing has changed
   */
  async verify(tenantId: TenantId, id: string): Promise<DomainDetail> {
    const domain = await this.service.find(tenantId, id);
    if (!domain) throw new Problem('NotFound');
    const findings = await this.checker.answered(this.records.expected(domain));
    try {
      const checked = await this.database.tenant(tenantId, (tx) => this.record(tx, domain, findings));
      return this.records.describeFindings(checked, findings);
    } catch (error) {
      throw namingConflict(error);
    }
  }

  /** Uses the keys that the domain has now: a key that was made during the look-up is unchecked. */
  private async record(
    tx: EntityManager,
    { tenantId, id }: MailDomain,
    findings: ReadonlyMap<string, Finding>,
  ): Promise<KeyedMailDomain> {
    const locked = await this.domains.lockForUpdate(tx, tenantId, id);
    if (!locked) throw new Problem('NotFound');
    const now = new Date();
    const found = checksOf(findings);
    await this.keys.deleteExpired(tx, tenantId, id);
    const verdict = verdictOf(await this.keys.withKeys(tx, tenantId, locked), found, now);
    await this.domains.updateCheck(tx, locked, found, verdict, now);
    await this.keys.updateActive(tx, tenantId, id, verdict.activated, verdict.retired);
    const { verifiedAt, missingSince } = verdict;
    const changed = { ...locked, verifiedAt, missingSince, recordChecks: found, lastCheckedAt: now };
    await this.announce(tx, locked, changed);
    afterCommit(tx, () => this.caches.forget(locked));
    return this.keys.withKeys(tx, tenantId, changed);
  }

  /** Records that a domain is now verified, of which Platform is told, or is not any more. */
  private async announce(tx: EntityManager, before: MailDomain, after: MailDomain): Promise<void> {
    if (Boolean(before.verifiedAt) === Boolean(after.verifiedAt)) return;
    const { tenantId, id, name, ownershipToken } = after;
    if (after.verifiedAt)
      await this.events.send(tx, tenantId, 'platform', 'mail.domain.verified', { name, ownershipToken });
    const action = after.verifiedAt ? 'domain.verified' : 'domain.unverified';
    await recordAudit(tx, {
      action,
      object: { type: 'domain', id },
      tenantId,
      after: auditFields(after, ['name']),
    });
  }
}

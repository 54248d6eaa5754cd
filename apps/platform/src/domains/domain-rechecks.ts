import { Injectable } from '@nestjs/common';
import { DomainRechecker, type DueDomain, RECHECK_EVERY_MS } from '#libs/messaging/domains';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { DomainVerification } from './domain-verification.service.js';
import { DomainRepository } from './domain.repository.js';
import type { SendingDomain } from './sending-domain.entity.js';

/** Checks verified sending domains regularly. */
@Injectable()
export class DomainRechecks extends DomainRechecker {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly verification: DomainVerification,
  ) {
    super();
  }

  /** Checks the domains that are due, a bounded number of them. Returns how many it checked. */
  @Every({ every: RECHECK_EVERY_MS, whileHeld: 'runs' })
  async recheck(signal?: AbortSignal): Promise<number> {
    return this.recheckDue(signal);
  }

  protected async claimDue(limit: number, nextCheckAt: Date): Promise<DueDomain[]> {
    return this.database.system((tx) => this.domains.claimDue(tx, limit, nextCheckAt));
  }

  protected async verify({ tenantId, id }: DueDomain): Promise<SendingDomain> {
    return (await this.verification.verify(tenantId, id)).domain;
  }
}

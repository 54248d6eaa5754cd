import { Injectable } from '@nestjs/common';
import { DomainRechecker, type DueDomain, RECHECK_EVERY_MS } from '#libs/messaging/domains';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { DomainVerification } from './domain-verification.service.js';
import type { MailDomain } from '../mail-domain.entity.js';
import { MailDomainRepository } from '../mail-domain.repository.js';
import { deletePurgeable } from '../removed-domains.sql.js';

const HOUR_MS = 3_600_000;

/** Checks verified mail domains regularly, and deletes removed ones once their last mailbox is purged. */
@Injectable()
export class DomainRechecks extends DomainRechecker {
  constructor(
    private readonly database: Database,
    private readonly domains: MailDomainRepository,
    private readonly verification: DomainVerification,
  ) {
    super();
  }

  /** Checks the domains that are due, a bounded number of them. Returns how many it checked. */
  @Every({ every: RECHECK_EVERY_MS, whileHeld: 'runs' })
  async recheck(signal?: AbortSignal): Promise<number> {
    return this.recheckDue(signal);
  }

  /** Returns how many it deleted. */
  @Every({ every: HOUR_MS })
  async purge(): Promise<number> {
    return this.database.statement((pool) => deletePurgeable(pool));
  }

  protected async claimDue(limit: number, nextCheckAt: Date): Promise<DueDomain[]> {
    return this.database.system((tx) => this.domains.claimDue(tx, limit, nextCheckAt));
  }

  protected async verify({ tenantId, id }: DueDomain): Promise<MailDomain> {
    return (await this.verification.verify(tenantId, id)).domain;
  }
}

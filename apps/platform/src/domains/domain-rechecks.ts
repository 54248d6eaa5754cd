import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { Every } from '#libs/jobs';
import { logger, metrics } from '#libs/observability';
import { Database, type TenantId } from '#libs/persistence';
import { DomainVerification } from './domain-verification.service.js';
import { DomainRepository, type DueDomain } from './domain.repository.js';

const EVERY_MS = 60_000;

/** Few at a time: a check waits for external name servers. */
const AT_A_TIME = 10;
const BATCHES_A_RUN = 50;

/** When an unfinished or unanswered check is retried (milliseconds). */
const RETRY_AFTER_MS = 15 * 60_000;

type Outcome = 'verified' | 'unverified' | 'incomplete' | 'unanswered' | 'failed';

/** Checks verified domains regularly: whether their records are still there, and whether those of new keys are published. */
@Injectable()
export class DomainRechecks {
  private readonly outcomes = metrics.registerCounter({
    name: 'domain_rechecks_total',
    help: 'Scheduled checks of verified sending domains, by what was found',
    labelNames: ['outcome'],
  });
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly verification: DomainVerification,
  ) {}

  /** Checks the domains that are due, a bounded number of them. Returns how many it checked. */
  @Every({ every: EVERY_MS })
  async recheck(signal?: AbortSignal): Promise<number> {
    let checked = 0;
    for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
      if (signal?.aborted) break;
      const due = await this.claim();
      await Promise.all(due.map((domain) => this.check(domain)));
      checked += due.length;
      if (due.length < AT_A_TIME) break;
    }
    return checked;
  }

  /** Claims the domains that wait longest; no other process claims them meanwhile. */
  private async claim(): Promise<DueDomain[]> {
    const nextCheckAt = new Date(Date.now() + RETRY_AFTER_MS);
    return this.database.system((tx) => this.domains.claimDue(tx, AT_A_TIME, nextCheckAt));
  }

  private async check({ tenantId, id }: DueDomain): Promise<void> {
    const outcome = await this.outcomeOf(tenantId, id);
    if (outcome) this.outcomes.inc({ outcome });
  }

  private async outcomeOf(tenantId: TenantId, id: string): Promise<Outcome | undefined> {
    try {
      const { domain } = await this.verification.verify(tenantId, id);
      if (!domain.verifiedAt) logger.info('A domain lacked its records for too long', { tenantId, id });
      return !domain.verifiedAt ? 'unverified' : domain.missingSince ? 'incomplete' : 'verified';
    } catch (error) {
      // It was deleted, or verified by another tenant, since it was claimed.
      if (isProblem(error, 'NotFound') || isProblem(error, 'Conflict')) return undefined;
      if (isProblem(error, 'ServiceUnavailable')) return 'unanswered';
      logger.warn('A domain could not be checked; it is tried again', { error, tenantId, id });
      return 'failed';
    }
  }
}

function isProblem(error: unknown, code: Problem['code']): boolean {
  return error instanceof Problem && error.code === code;
}

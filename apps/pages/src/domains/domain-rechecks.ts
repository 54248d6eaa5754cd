import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { DomainVerification } from './domain-verification.service.js';
import { SiteDomainRepository, type DueDomain } from './site-domain.repository.js';

const EVERY_MS = 60_000;

/** Few at a time: a check waits for external name servers. */
const AT_A_TIME = 10;
const BATCHES_A_RUN = 50;

/** When an unanswered check is retried (milliseconds). */
const RETRY_AFTER_MS = 15 * 60_000;

type Outcome = 'found' | 'missing' | 'unanswered' | 'failed';

/** Checks verified domains regularly: whether their TXT record is still there. A domain without it goes on serving its pages. */
@Injectable()
export class DomainRechecks {
  private readonly outcomes = metrics.registerCounter({
    name: 'site_domain_rechecks_total',
    help: 'Scheduled checks of verified hosts of pages, by what was found',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly domains: SiteDomainRepository,
    private readonly verification: DomainVerification,
  ) {}

  /** Checks the domains that are due, a bounded number of them. Returns how many it checked. */
  @Every({ every: EVERY_MS, whileHeld: 'runs' })
  async recheck(signal?: AbortSignal): Promise<number> {
    let checked = 0;
    for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
      if (signal?.aborted) break;
      const nextCheckAt = new Date(Date.now() + RETRY_AFTER_MS);
      const due = await this.database.system((tx) => this.domains.claimDue(tx, AT_A_TIME, nextCheckAt));
      await Promise.all(due.map((domain) => this.check(domain)));
      checked += due.length;
      if (due.length < AT_A_TIME) break;
    }
    return checked;
  }

  private async check({ tenantId, id }: DueDomain): Promise<void> {
    try {
      const { missingSince } = await this.verification.recheck(tenantId, id);
      this.count(missingSince ? 'missing' : 'found');
    } catch (error) {
      const code = error instanceof Problem ? error.code : undefined;
      // It was removed since it was claimed.
      if (code === 'NotFound') return;
      if (code === 'ServiceUnavailable') return this.count('unanswered');
      this.count('failed');
      logger.warn('A domain could not be checked; it is tried again', { error, tenantId, id });
    }
  }

  private count(outcome: Outcome): void {
    this.outcomes.inc({ outcome });
  }
}

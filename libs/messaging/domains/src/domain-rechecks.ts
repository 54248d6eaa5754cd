import { Problem } from '#libs/core/http';
import { logger, metrics } from '#libs/core/observability';
import type { ClaimedDomain } from './claimed-domain.js';

/** How often an app looks for domains that are due (milliseconds). */
export const RECHECK_EVERY_MS = 60_000;

/** Few at a time: a check waits for external name servers. */
const AT_A_TIME = 10;
const BATCHES_A_RUN = 50;

/** When an unfinished or unanswered check is retried (milliseconds). */
const RETRY_AFTER_MS = 15 * 60_000;

export type DueDomain = Pick<ClaimedDomain, 'tenantId' | 'id'>;

type Standing = Pick<ClaimedDomain, 'verifiedAt' | 'missingSince'>;

type Outcome = 'verified' | 'unverified' | 'incomplete' | 'unanswered' | 'failed';

/**
 * Checks verified domains regularly: whether their records are still there, and whether those of new keys are published. An
 * app says which are due and how one is checked, and runs {@link recheckDue} by `@Every`.
 */
export abstract class DomainRechecker {
  private readonly outcomes = metrics.registerCounter({
    name: 'domain_rechecks_total',
    help: 'Scheduled checks of verified domains, by what was found',
    labelNames: ['outcome'],
  });

  /** Claims the domains that wait longest, which are due again at `nextCheckAt`; no other process claims them meanwhile. */
  protected abstract claimDue(limit: number, nextCheckAt: Date): Promise<DueDomain[]>;

  /** @throws Problem as of the app's verification */
  protected abstract verify(due: DueDomain): Promise<Standing>;

  /** Checks the domains that are due, a bounded number of them. Returns how many it checked. */
  protected async recheckDue(signal?: AbortSignal): Promise<number> {
    let checked = 0;
    for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
      if (signal?.aborted) break;
      const due = await this.claimDue(AT_A_TIME, new Date(Date.now() + RETRY_AFTER_MS));
      await Promise.all(due.map((domain) => this.count(domain)));
      checked += due.length;
      if (due.length < AT_A_TIME) break;
    }
    return checked;
  }

  private async count(due: DueDomain): Promise<void> {
    const outcome = await this.outcomeOf(due);
    if (outcome) this.outcomes.inc({ outcome });
  }

  private async outcomeOf(due: DueDomain): Promise<Outcome | undefined> {
    try {
      const { verifiedAt, missingSince } = await this.verify(due);
      if (!verifiedAt) logger.info('A domain lacked its records for too long', { ...due });
      return !verifiedAt ? 'unverified' : missingSince ? 'incomplete' : 'verified';
    } catch (error) {
      // It was deleted, or verified by another tenant, since it was claimed.
      if (isProblem(error, 'NotFound') || isProblem(error, 'Conflict')) return undefined;
      if (isProblem(error, 'ServiceUnavailable')) return 'unanswered';
      logger.warn('A domain could not be checked; it is tried again', { error, ...due });
      return 'failed';
    }
  }
}

function isProblem(error: unknown, code: Problem['code']): boolean {
  return error instanceof Problem && error.code === code;
}

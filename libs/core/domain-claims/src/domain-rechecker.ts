import type { Type } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import type { Database } from '#libs/core/persistence';
import type { DomainClaim } from './domain-claim.js';
import type { Standing } from './standing.js';

/** How often an app looks for domains that are due (milliseconds). */
const EVERY_MS = 60_000;

/** Few at a time: a check waits for external name servers. */
const AT_A_TIME = 10;
const BATCHES_A_RUN = 50;

/** When an unfinished or unanswered check is retried (milliseconds). */
const RETRY_AFTER_MS = 15 * 60_000;

export type DueDomain = Pick<DomainClaim, 'tenantId' | 'id'>;

type Outcome = 'verified' | 'unverified' | 'incomplete' | 'unanswered' | 'failed';

/** Checks verified domains regularly: whether their records are still there, and whether those of new keys are published. */
export abstract class DomainRechecker {
  private readonly outcomes = metrics.registerCounter({
    name: 'domain_rechecks_total',
    help: 'Scheduled checks of verified domains, by what was found',
    labelNames: ['outcome'],
  });

  /** @param among condition of the domains that may be checked; all if absent */
  protected constructor(
    protected readonly database: Database,
    private readonly claims: Type<DomainClaim>,
    private readonly among: object = {},
  ) {}

  /** @throws Problem NotFound if it was deleted, Conflict if another tenant verified it, ServiceUnavailable if DNS is silent */
  protected abstract verify(due: DueDomain): Promise<Standing>;

  /** Checks the domains that are due, a bounded number of them. Returns how many it checked. */
  @Every({ every: EVERY_MS, whileHeld: 'runs' })
  async recheck(signal?: AbortSignal): Promise<number> {
    let checked = 0;
    for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
      if (signal?.aborted) break;
      const due = await this.database.system((tx) => this.claimDue(tx));
      await Promise.all(due.map((domain) => this.check(domain)));
      checked += due.length;
      if (due.length < AT_A_TIME) break;
    }
    return checked;
  }

  /** Claims the domains that wait longest: no other process claims them until they are due again. */
  private async claimDue(tx: EntityManager): Promise<DueDomain[]> {
    const where: FindOptionsWhere<DomainClaim> = {
      ...this.among,
      verifiedAt: Not(IsNull()),
      nextCheckAt: LessThanOrEqual(new Date()),
    };
    const due = await tx.find(this.claims, {
      select: { tenantId: true, id: true },
      where,
      order: { nextCheckAt: 'ASC' },
      take: AT_A_TIME,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    const keys = due.map(({ tenantId, id }) => ({ tenantId, id }));
    const nextCheckAt = new Date(Date.now() + RETRY_AFTER_MS);
    if (keys.length > 0) await tx.update(this.claims, keys, { nextCheckAt });
    return keys;
  }

  private async check(due: DueDomain): Promise<void> {
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

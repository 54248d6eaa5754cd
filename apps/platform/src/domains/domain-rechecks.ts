import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Problem } from '#libs/http';
import { Every } from '#libs/jobs';
import { logger, metrics } from '#libs/observability';
import { SYSTEM_DATA_SOURCE, type TenantId } from '#libs/persistence';
import { DomainVerification } from './domain-verification.service.js';

const EVERY_MS = 60_000;

/** Few at a time, for a check waits on name servers of strangers. */
const AT_A_TIME = 10;
const BATCHES_A_RUN = 50;

/** A check that this process did not finish, or that DNS left unanswered, is made again after this. */
const AGAIN_AFTER = '15 minutes';

interface DueDomain {
  tenantId: TenantId;
  id: string;
}

type Outcome = 'verified' | 'unverified' | 'incomplete' | 'unanswered' | 'failed';

/** Looks now and then whether verified domains still have their records, and whether those of new keys have come. */
@Injectable()
export class DomainRechecks {
  private readonly outcomes = metrics.registerCounter({
    name: 'domain_rechecks_total',
    help: 'Checks of verified sending domains that nobody asked for, by what was found',
    labelNames: ['outcome'],
  });
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly verification: DomainVerification,
  ) {}

  /** Checks the domains that are due, a bounded number of them. Returns how many it checked. */
  @Every({ every: EVERY_MS })
  async recheck(signal?: AbortSignal): Promise<number> {
    let checked = 0;
    for (let batch = 0; batch < BATCHES_A_RUN; batch += 1) {
      if (signal?.aborted) break;
      const due = await this.take();
      await Promise.all(due.map((domain) => this.check(domain)));
      checked += due.length;
      if (due.length < AT_A_TIME) break;
    }
    return checked;
  }

  /** Takes the domains that wait longest; no other process takes them meanwhile. */
  private async take(): Promise<DueDomain[]> {
    const [rows] = await this.system.query<[DueDomain[], number]>(
      `update sending_domain set next_check_at = now() + interval '${AGAIN_AFTER}'
       where (tenant_id, id) in (
         select tenant_id, id from sending_domain where verified_at is not null and next_check_at <= now()
         order by next_check_at limit $1 for update skip locked)
       returning tenant_id as "tenantId", id`,
      [AT_A_TIME],
    );
    return rows;
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
      // It was deleted, or lost to another tenant, since it was taken.
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

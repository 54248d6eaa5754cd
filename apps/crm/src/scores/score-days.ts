import { Injectable } from '@nestjs/common';
import { Every, Outbox } from '#libs/core/jobs';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { DEFAULT_ACCOUNT } from '../account-settings/account-settings.repository.js';
import { SCORE_CONTACTS_JOB } from './score-jobs.js';
import { ScoreRulesRepository } from './score-rules.repository.js';
import { LIST_OUTDATED_SCORES } from './score.sql.js';

const EVERY_MS = 60_000;
/** Tenants in one run. */
const TENANTS = 1_000;

/** Has contacts evaluated anew when a day begins in the account's zone, by which rules count: within a day the time alone changes no score. */
@Injectable()
export class ScoreDays {
  constructor(
    private readonly database: Database,
    private readonly rules: ScoreRulesRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Returns for how many tenants. */
  @Every({ every: EVERY_MS, lock: 'contact score days' })
  async begin(): Promise<number> {
    const outdated = await this.database.statement((pool) =>
      many<{ tenantId: TenantId }>(pool, LIST_OUTDATED_SCORES, [DEFAULT_ACCOUNT.timeZone, TENANTS]),
    );
    for (const { tenantId } of outdated)
      await this.database.tenant(tenantId, async (tx) => {
        const rules = await this.rules.lockAndFind(tx, tenantId);
        if (rules?.state !== 'ready') return;
        await this.rules.restart(tx, rules);
        const payload = { version: rules.version, isDaily: true };
        await this.outbox.enqueue(tx, SCORE_CONTACTS_JOB, [{ tenantId, payload }]);
      });
    return outdated.length;
  }
}

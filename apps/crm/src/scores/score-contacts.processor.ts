import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type JobBatch, OnJob } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { WatchedTenants } from '../contact-changes/watched-tenants.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactCriteria } from '../criteria/contact-criteria.js';
import { ContactScores } from './contact-scores.js';
import { SCORE_CONTACTS_JOB, type ScoreContacts } from './score-jobs.js';
import type { ScoreRules } from './score-rules.entity.js';
import { ScoreRulesRepository } from './score-rules.repository.js';

export const SCORES_WATCHER = 'scores';

/** Contacts in one transaction. */
const CONTACTS = 1_000;

/**
 * Evaluates all contacts after the rules were written, and where the day decides, after midnight. Changes of contacts meanwhile wait for
 * the present thousand, and are evaluated after it. Interrupted, it goes on where it was.
 */
@Injectable()
export class ScoreContactsProcessor {
  constructor(
    private readonly database: Database,
    private readonly rules: ScoreRulesRepository,
    private readonly scores: ContactScores,
    private readonly criteria: ContactCriteria,
    private readonly contacts: ContactRepository,
    private readonly watched: WatchedTenants,
  ) {}

  @OnJob(SCORE_CONTACTS_JOB, { chunk: 1, concurrency: 2, perTenant: 1 })
  async fill(batch: JobBatch<ScoreContacts>): Promise<void> {
    for (const job of batch.jobs)
      await batch.runFor(job, () =>
        batch.completeBySteps(this.database, job, (tx) => this.step(tx, batch.tenantId, job.payload)),
      );
  }

  /** Returns whether nothing is left to do. */
  private async step(tx: EntityManager, tenantId: TenantId, { version, isDaily }: ScoreContacts): Promise<boolean> {
    const rules = await this.rules.lockAndFind(tx, tenantId);
    if (rules?.version !== version || rules.state === 'ready') return true;
    const context = await this.criteria.contextOf(tx, tenantId);
    const ids = await this.contacts.listIdsAfter(tx, tenantId, rules.evaluatedUpTo, CONTACTS);
    if (ids.length === 0) return this.finish(tx, rules, context.today);
    // New rules are no news of a person; a new day may be some.
    await setChangeCause(tx, causedBy('other', isDaily));
    await this.scores.write(tx, context, rules, ids);
    await this.rules.update(tx, rules, {
      state: 'filling',
      evaluated: rules.evaluated + ids.length,
      evaluatedUpTo: ids.at(-1)!,
      ...(rules.evaluatedUpTo === '' && { evaluatedOn: context.today }),
    });
    return false;
  }

  private async finish(tx: EntityManager, rules: ScoreRules, today: string): Promise<true> {
    await this.rules.update(tx, rules, { state: 'ready', evaluatedOn: rules.evaluatedOn ?? today });
    if (rules.rules.length === 0) await this.watched.unwatch(tx, rules.tenantId, SCORES_WATCHER);
    return true;
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { setChangeCause } from '../contact-changes/change-cause.js';
import { type ChangedContact, OnContactsChanged } from '../contact-changes/on-contacts-changed.js';
import { ContactCriteria } from '../criteria/contact-criteria.js';
import { isConcerned } from '../criteria/concerned.js';
import { ContactScores } from './contact-scores.js';
import { ScoreRulesRepository } from './score-rules.repository.js';

/**
 * Evaluates contacts that have changed. A score that changes by it is a change of its own with the same cause, so that what may not begin
 * a journey does not begin one by the score, and a chain of journeys stays one. No rule reads a score, so it ends there.
 */
@Injectable()
export class ScoreChanges {
  constructor(
    private readonly rules: ScoreRulesRepository,
    private readonly scores: ContactScores,
    private readonly criteria: ContactCriteria,
  ) {}

  @OnContactsChanged()
  async follow(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    const rules = await this.rules.lockAndFind(tx, tenantId);
    if (!rules || rules.rules.length === 0) return;
    const criteria = rules.rules.flatMap((rule) => rule.criteria);
    const concerned = changes.filter((change) => isConcerned(criteria, change));
    if (concerned.length === 0) return;
    const context = await this.criteria.contextOf(tx, tenantId);
    for (const some of groupBy(concerned, ({ cause }) => JSON.stringify(cause)).values()) {
      await setChangeCause(tx, some[0]!.cause);
      const contactIds = some.map(({ contactId }) => contactId);
      await this.scores.write(tx, context, rules, contactIds);
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { ContactEvents } from '../contact-events/contact-events.js';
import { ContactCriteria } from '../criteria/contact-criteria.js';
import { CriteriaStatement } from '../criteria/criteria-statement.sql.js';
import type { CriteriaContext } from '../criteria/criterion-fields.js';
import { clearScores, metRules, writeScores } from './score.sql.js';
import type { ScoreRule, ScoreRules } from './score-rules.entity.js';

/** Evaluates rules, and writes the scores of contacts. The caller has the tenant's lock of scores. */
@Injectable()
export class ContactScores {
  constructor(
    private readonly criteria: ContactCriteria,
    private readonly events: ContactEvents,
  ) {}

  /** A rule whose criteria are invalid by now gives no points. */
  async write(
    tx: EntityManager,
    context: CriteriaContext,
    { tenantId, rules }: ScoreRules,
    contactIds: readonly string[],
  ): Promise<void> {
    if (contactIds.length === 0) return;
    if (rules.length === 0) return this.tell(tx, tenantId, await clearScores(tx, tenantId, contactIds));
    const sql = new CriteriaStatement(tenantId, { kind: 'some', ids: contactIds });
    const conditions = this.conditionsIn(sql, context, rules);
    await this.tell(tx, tenantId, await writeScores(tx, sql, conditions));
  }

  /** The rules that a contact meets now. */
  async list(
    tx: EntityManager,
    context: CriteriaContext,
    { tenantId, rules }: ScoreRules,
    contactId: string,
  ): Promise<ScoreRule[]> {
    const sql = new CriteriaStatement(tenantId, { kind: 'some', ids: [contactId] });
    const conditions = this.conditionsIn(sql, context, rules);
    const met = await metRules(
      tx,
      sql,
      conditions.map(({ condition }) => condition),
    );
    return conditions.flatMap(({ rule }, index) => (met[index] ? rule : []));
  }

  private conditionsIn(sql: CriteriaStatement, context: CriteriaContext, rules: readonly ScoreRule[]) {
    return rules.flatMap((rule) => {
      const condition = this.criteria.conditionIn(sql, context, rule);
      return condition === null ? [] : { rule, points: rule.points, condition };
    });
  }

  private async tell(tx: EntityManager, tenantId: TenantId, contactIds: readonly Id<'cnt'>[]): Promise<void> {
    if (contactIds.length === 0) return;
    const changes = contactIds.map((contactId) => ({ kind: 'updated' as const, contactId, fields: ['pontuacao'] }));
    await this.events.changed(tx, tenantId, changes);
  }
}

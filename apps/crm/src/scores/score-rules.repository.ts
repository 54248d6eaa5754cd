import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { ScoreRules, type ScoreRule } from './score-rules.entity.js';

@Injectable()
export class ScoreRulesRepository {
  /** Null for a tenant that never had rules. */
  async find(tx: EntityManager, tenantId: TenantId): Promise<ScoreRules | null> {
    return tx.findOneBy(ScoreRules, { tenantId });
  }

  /** The same; others that write scores of the tenant's contacts wait until the transaction ends. */
  async lockAndFind(tx: EntityManager, tenantId: TenantId): Promise<ScoreRules | null> {
    await lockKey(tx, 'contact scores', tenantId);
    return this.find(tx, tenantId);
  }

  /** Replaces the rules; no contact is evaluated by them yet. */
  async replace(
    tx: EntityManager,
    tenantId: TenantId,
    before: ScoreRules | null,
    rules: readonly ScoreRule[],
  ): Promise<ScoreRules> {
    const written: ScoreRules = {
      ...NOT_EVALUATED,
      tenantId,
      rules,
      version: (before?.version ?? 0) + 1,
      evaluatedOn: null,
      hasDays: rules.some(({ criteria }) => criteria.some(({ operator }) => operator === 'inLastDays')),
      updatedAt: new Date(),
    };
    await tx.upsert(ScoreRules, written, ['tenantId']);
    return written;
  }

  /** Has all contacts evaluated anew by the same rules. */
  async restart(tx: EntityManager, { tenantId, updatedAt }: ScoreRules): Promise<void> {
    await tx.update(ScoreRules, { tenantId }, { ...NOT_EVALUATED, state: 'filling', updatedAt });
  }

  /** Changes that are none of the rules. */
  async update(tx: EntityManager, { tenantId, updatedAt }: ScoreRules, changes: Partial<ScoreRules>): Promise<void> {
    await tx.update(ScoreRules, { tenantId }, { ...changes, updatedAt });
  }
}

const NOT_EVALUATED = { state: 'waiting', evaluated: 0, evaluatedUpTo: '' } as const;

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import { withoutErased } from '../criteria/erased-values.js';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { ScoreRules } from './score-rules.entity.js';
import { ScoreRulesRepository } from './score-rules.repository.js';

/** Takes the addresses of an erased person out of the criteria of rules. */
@Injectable()
@ErasesPersonIn(['score_rules'])
export class ScoreEraser implements ErasesContact {
  constructor(
    private readonly keys: TenantKeys,
    private readonly rules: ScoreRulesRepository,
  ) {}

  async erase(tx: EntityManager, tenantId: TenantId): Promise<void> {
    const where = { where: { tenantId }, lock: { mode: 'pessimistic_write' } } as const;
    const known = await tx.findOne(ScoreRules, where);
    if (!known) return;
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    let isChanged = false;
    const rules = [];
    for (const rule of known.rules) {
      const criteria = await withoutErased(tx, tenantId, cipher, rule.criteria);
      isChanged ||= criteria !== null;
      rules.push(criteria ? { ...rule, criteria } : rule);
    }
    if (isChanged) await this.rules.update(tx, known, { rules });
  }
}

import { Injectable } from '@nestjs/common';
import { isUuid, Problem, refusal } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import type { SuggestionStatus } from './merge-reasons.js';
import { MergeSuggestion } from './merge-suggestion.entity.js';

/** Condition that leaves out pairs with a deleted or anonymized contact: there is nothing left to decide. */
const BOTH_ARE_THERE = `not exists (
  select from contact where contact.tenant_id = suggestion.tenant_id
    and contact.id in (suggestion.contact_id, suggestion.other_id)
    and (contact.deleted_at is not null or contact.anonymized_at is not null))`;

/** The pairs of contacts that may be one person. */
@Injectable()
export class SuggestionsService {
  constructor(private readonly database: Database) {}

  /** Lists the pairs that wait for a decision, newest first. */
  async listPage(tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<MergeSuggestion>> {
    return this.database.tenant(tenantId, (tx) => {
      const query = tx
        .createQueryBuilder(MergeSuggestion, 'suggestion')
        .where({ tenantId, status: 'pending' })
        .andWhere(BOTH_ARE_THERE);
      return listKeysetPage(query, ['id'], page);
    });
  }

  async find(tenantId: TenantId, id: string): Promise<MergeSuggestion | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => tx.findOneBy(MergeSuggestion, { tenantId, id }));
  }

  /**
   * Records a decision; it merges nothing. The same decision may be given again.
   * @throws Problem NotFound; Conflict if the opposite was decided
   */
  async decide(
    tenantId: TenantId,
    decidedBy: string,
    id: string,
    status: Exclude<SuggestionStatus, 'pending'>,
  ): Promise<MergeSuggestion> {
    return this.database.tenant(tenantId, async (tx) => {
      const where = { tenantId, id };
      const known = await tx.findOne(MergeSuggestion, { where, lock: { mode: 'pessimistic_write' } });
      if (!known) throw new Problem('NotFound');
      if (known.status === status) return known;
      if (known.status !== 'pending') throw refusal('Conflict', { erro: 'A sugestão já foi decidida.' });
      const changes = { status, decidedBy, decidedAt: new Date() };
      await tx.update(MergeSuggestion, where, changes);
      await recordTrail(tx, {
        action: 'merge-suggestion.decided',
        object: { type: 'merge-suggestion', id },
        tenantId,
        after: { status },
      });
      return { ...known, ...changes };
    });
  }
}

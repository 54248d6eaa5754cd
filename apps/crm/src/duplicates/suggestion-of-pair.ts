import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { MergeSuggestion } from './merge-suggestion.entity.js';

/** Accepts the suggestion of a pair that is merged. Returns its id; null if none waits for a decision. */
export async function acceptSuggestionOf(
  tx: EntityManager,
  tenantId: TenantId,
  pair: readonly [Id<'cnt'>, Id<'cnt'>],
  decidedBy: string,
): Promise<string | null> {
  const [contactId, otherId] = pair.toSorted();
  const where = { tenantId, contactId, otherId, status: 'pending' as const };
  const found = await tx.findOne(MergeSuggestion, { where, lock: { mode: 'pessimistic_write' } });
  if (!found) return null;
  const decision = { status: 'accepted' as const, decidedBy, decidedAt: new Date() };
  await tx.update(MergeSuggestion, { tenantId, id: found.id }, decision);
  return found.id;
}

/** Lets the suggestion of a pair wait for a decision again. */
export async function reopenSuggestion(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
  const open = { status: 'pending' as const, decidedBy: null, decidedAt: null };
  await tx.update(MergeSuggestion, { tenantId, id, status: 'accepted' }, open);
}

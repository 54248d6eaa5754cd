import { Injectable } from '@nestjs/common';
import { In, LessThan, Not, type EntityManager } from 'typeorm';
import { lock, many, returned } from '#libs/core/persistence';
import { BlockSuggestion } from './block-suggestion.entity.js';
import type { Finding } from './suggestion.js';
import { UPSERT_FINDINGS } from './suggestion.sql.js';

const DAY_MS = 86_400_000;
/** Time in which a dismissed suggestion is not made again. */
const QUIET_DAYS = 30;
const APPLIED_KEPT_DAYS = 400;

const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);

@Injectable()
export class SuggestionRepository {
  /** Makes the open suggestions those of the findings and deletes old decisions. Dismissed ones stay dismissed. */
  async replaceOpen(tx: EntityManager, findings: readonly Finding[]): Promise<void> {
    await lock(tx, 'suggestions');
    const open = await many<{ id: string }>(tx, UPSERT_FINDINGS, [JSON.stringify(findings)]);
    const suggestions = tx.getRepository(BlockSuggestion);
    await suggestions.delete({ status: 'open', id: Not(In(open.map(({ id }) => id))) });
    await suggestions
      .createQueryBuilder()
      .delete()
      .where([
        { status: 'dismissed', quietUntil: LessThan(new Date()) },
        { status: 'applied', updatedAt: LessThan(daysFromNow(-APPLIED_KEPT_DAYS)) },
      ])
      .execute();
  }

  /** Newest first. */
  async listOpen(tx: EntityManager): Promise<BlockSuggestion[]> {
    return tx.find(BlockSuggestion, { where: { status: 'open' }, order: { createdAt: 'DESC', id: 'ASC' } });
  }

  async find(tx: EntityManager, id: string): Promise<BlockSuggestion | null> {
    return tx.findOneBy(BlockSuggestion, { id });
  }

  /** Closes an open suggestion; returns undefined if it is not open. */
  async close(
    tx: EntityManager,
    id: string,
    status: 'applied' | 'dismissed',
    decidedBy: string,
  ): Promise<BlockSuggestion | undefined> {
    const quietUntil = status === 'dismissed' ? daysFromNow(QUIET_DAYS) : null;
    const suggestions = tx.getRepository(BlockSuggestion);
    const closed = { status, decidedBy, quietUntil };
    const result = await suggestions.update({ id, status: 'open' }, closed, { returning: '*' });
    return returned(tx, BlockSuggestion, result)[0];
  }
}

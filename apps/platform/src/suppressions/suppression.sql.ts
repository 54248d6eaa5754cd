import {
  type BoundedCount,
  countMatching,
  escapeLike,
  type ListOrder,
  many,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import type { Suppression } from './suppression.entity.js';
import { ERASED, normalAddress, type SuppressionReason } from './suppression.js';

/** How many entries a search looks at for one page. */
export const SEARCHED = 50_000;

export interface SuppressionFilter {
  /** A part of the address. */
  text?: string;
  reason?: SuppressionReason;
}

const MATCHES = `($2::text is null or address like $2 and reason <> '${ERASED}') and ($3::text is null or reason = $3)`;

const matched = ({ text, reason }: SuppressionFilter) => [
  text ? `%${escapeLike(normalAddress(text))}%` : null,
  reason ?? null,
];

/** Counts the entries that match, of the newest {@link SEARCHED}. */
export async function countSuppressions(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: SuppressionFilter,
): Promise<BoundedCount> {
  const entries = 'select address, reason from suppression where tenant_id = $1 order by position desc';
  return countMatching(tx, entries, MATCHES, [tenantId, ...matched(filter)], SEARCHED);
}

/** Searches the next {@link SEARCHED} entries after the cursor; returns the first that match. */
export async function searchSuppressions(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: SuppressionFilter,
  cursor: number | undefined,
  direction: ListOrder['direction'],
  limit: number,
): Promise<Suppression[]> {
  return many(
    tx,
    `select id, address, sender, topic, reason, source, message_id as "messageId", created_at as "createdAt",
       position::float8 as position
     from (
       select * from suppression
       where tenant_id = $1 and ($4::bigint is null or position ${direction === 'asc' ? '>' : '<'} $4)
       order by position ${direction} limit ${SEARCHED}
     ) searched
     where ${MATCHES}
     order by searched.position ${direction} limit $5`,
    [tenantId, ...matched(filter), cursor || null, limit],
  );
}

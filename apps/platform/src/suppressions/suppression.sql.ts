import { escapeLike, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Suppression } from './suppression.entity.js';
import { ERASED, normalAddress, type SuppressionReason } from './suppression.js';

/** How many entries a search looks at for one page. */
export const SEARCHED = 50_000;

export interface SuppressionFilter {
  /** A part of the address. */
  text?: string;
  reason?: SuppressionReason;
}

/** Searches the next {@link SEARCHED} entries after the cursor; returns the newest that match. */
export async function searchSuppressions(
  tx: SqlExecutor,
  tenantId: TenantId,
  { text, reason }: SuppressionFilter,
  cursor: number | undefined,
  limit: number,
): Promise<Suppression[]> {
  return many(
    tx,
    `select id, address, sender, topic, reason, source, message_id as "messageId", created_at as "createdAt",
       position::float8 as position
     from (
       select * from suppression where tenant_id = $1 and ($2::bigint is null or position < $2)
       order by position desc limit ${SEARCHED}
     ) searched
     where ($3::text is null or address like $3 and reason <> '${ERASED}') and ($4::text is null or reason = $4)
     order by searched.position desc limit $5`,
    [tenantId, cursor || null, text ? `%${escapeLike(normalAddress(text))}%` : null, reason ?? null, limit],
  );
}

import {
  type BoundedCount,
  countMatching,
  escapeLike,
  type ListOrder,
  type MadeIn,
  many,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import type { Suppression } from './suppression.entity.js';
import {
  ERASED,
  EVERYTHING,
  NO_TOPIC,
  normalAddress,
  NOT_TRANSACTIONAL,
  type SuppressionReason,
  type SuppressionTopic,
} from './suppression.js';

/** How many entries a search looks at for one page. */
export const SEARCHED = 50_000;

export interface SuppressionFilter {
  /** A part of the address. */
  text?: string;
  /** A reason, or several of which an entry has one. */
  reason?: SuppressionReason | readonly SuppressionReason[];
  made?: MadeIn;
}

/** Says whether every entry matches. */
export const isUnfiltered = ({ text, reason, made }: SuppressionFilter): boolean => !text && !reason && !made;

const MATCHES =
  `($2::text is null or address like $2 and reason <> '${ERASED}') and ($3::text[] is null or reason = any($3)) ` +
  `and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)`;

const matched = ({ text, reason, made }: SuppressionFilter) => [
  text ? `%${escapeLike(normalAddress(text))}%` : null,
  reason ? [reason].flat() : null,
  made?.from ?? null,
  made?.to ?? null,
];

/** Topics of entries that hold back a message without a topic, the widest first. */
export const WITHOUT_TOPIC: readonly SuppressionTopic[] = [EVERYTHING, NOT_TRANSACTIONAL, NO_TOPIC];

const rankOf = (topic: string): string => `array_position(array['${WITHOUT_TOPIC.join("', '")}'], ${topic})`;

/**
 * Matches addresses of e-mail that get no message without a topic, each once: by its widest entry. What an entry of an erased
 * person has is no address.
 */
const IS_OF_MAIL = `address like '%@%' and sender = '' and reason <> '${ERASED}' and ${rankOf('topic')} is not null
  and not exists (
    select from suppression wider
    where wider.tenant_id = $1 and wider.address = searched.address and wider.sender = ''
      and ${rankOf('wider.topic')} < ${rankOf('searched.topic')}
  )`;

/** Counts the entries that match, of the newest {@link SEARCHED}. */
export async function countSuppressions(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: SuppressionFilter,
): Promise<BoundedCount> {
  const entries = 'select address, reason, created_at from suppression where tenant_id = $1 order by position desc';
  return countMatching(tx, entries, MATCHES, [tenantId, ...matched(filter)], SEARCHED);
}

/** Part of the entries that a search goes through. */
export interface SearchRange {
  cursor: number | undefined;
  direction: ListOrder['direction'];
  limit: number;
}

/** Searches the next {@link SEARCHED} entries after the cursor; returns the first that match. */
export async function searchSuppressions(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: SuppressionFilter,
  range: SearchRange,
): Promise<Suppression[]> {
  return search(tx, tenantId, filter, range, MATCHES);
}

/** {@link searchSuppressions} of addresses of e-mail that get no message without a topic. */
export async function searchSuppressedMail(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: SuppressionFilter,
  range: SearchRange,
): Promise<Suppression[]> {
  return search(tx, tenantId, filter, range, `${MATCHES} and ${IS_OF_MAIL}`);
}

async function search(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: SuppressionFilter,
  { cursor, direction, limit }: SearchRange,
  condition: string,
): Promise<Suppression[]> {
  return many(
    tx,
    `select id, address, sender, topic, reason, source, message_id as "messageId", created_at as "createdAt",
       position::float8 as position
     from (
       select * from suppression
       where tenant_id = $1 and ($6::bigint is null or position ${direction === 'asc' ? '>' : '<'} $6)
       order by position ${direction} limit ${SEARCHED}
     ) searched
     where ${condition}
     order by searched.position ${direction} limit $7`,
    [tenantId, ...matched(filter), cursor || null, limit],
  );
}

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
  type SuppressionSource,
  type SuppressionTopic,
} from './suppression.js';

/** How many entries a search looks at for one page. */
export const SEARCHED = 50_000;

export interface SuppressionFilter {
  /** A part of the address. */
  text?: string;
  reason?: SuppressionReason;
  /** True for entries of e-mail addresses alone: no numbers, no devices, and no hashes of erased people. */
  ofEmail?: true;
  /** A whole address, which an index finds. */
  address?: string;
  /** One of these, as of the reasons and the sources. */
  topics?: readonly SuppressionTopic[];
  reasons?: readonly SuppressionReason[];
  sources?: readonly SuppressionSource[];
  addedIn?: MadeIn;
}

/** The entries of a filter's address, or all of the tenant; of these as many as a search looks at are compared with the rest of it. */
const ENTRIES = 'from suppression where tenant_id = $1 and ($2::text is null or address = $2)';

const MATCHES = `($3::text is null or address like $3 and reason <> '${ERASED}') and ($4::text is null or reason = $4)
  and (not $5 or address like '%@%' and reason <> '${ERASED}') and ($6::text[] is null or topic = any($6))
  and ($7::text[] is null or reason = any($7)) and ($8::text[] is null or source = any($8))
  and ($9::timestamptz is null or created_at >= $9) and ($10::timestamptz is null or created_at < $10)`;

/** Parameters of both, after the tenant. */
function parametersOf(filter: SuppressionFilter): unknown[] {
  const { text, reason, ofEmail, address, topics, reasons, sources, addedIn } = filter;
  return [
    address === undefined ? null : normalAddress(address),
    text ? `%${escapeLike(normalAddress(text))}%` : null,
    reason ?? null,
    ofEmail === true,
    topics ?? null,
    reasons ?? null,
    sources ?? null,
    addedIn?.from ?? null,
    addedIn?.to ?? null,
  ];
}

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
  const entries = `select * ${ENTRIES} order by position desc`;
  return countMatching(tx, entries, MATCHES, [tenantId, ...parametersOf(filter)], SEARCHED);
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
       select * ${ENTRIES} and ($11::bigint is null or position ${direction === 'asc' ? '>' : '<'} $11)
       order by position ${direction} limit ${SEARCHED}
     ) searched
     where ${condition}
     order by searched.position ${direction} limit $12`,
    [tenantId, ...parametersOf(filter), cursor || null, limit],
  );
}

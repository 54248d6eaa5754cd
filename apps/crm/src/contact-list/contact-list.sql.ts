import { escapeLike, type KeysetPosition, type ListOrder, type TenantId } from '#libs/core/persistence';
import {
  type FilterTexts,
  filterKeysOf,
  FOLDED_COLUMNS,
  type FoldedColumn,
} from '../contacts/filter-keys/filter-keys.js';
import { filterColumns } from '../field-catalogue/field-catalogue.js';
import type { ExactFilter, ResolvedFilter } from './contact-filter.js';

/** How many contacts are read at most before the index of the filters is asked; about 5 ms. */
const WALKED = 5_000;

const COLUMNS: Record<keyof ExactFilter, string> = filterColumns('exact');

/** These have an index in the order of the list. */
const ORDERED: readonly (keyof ExactFilter)[] = ['stage', 'ownerId'];

export interface IdQuery {
  text: string;
  values: unknown[];
}

interface IdRequest {
  tenantId: TenantId;
  filter: ResolvedFilter;
  limit: number;
  after?: KeysetPosition;
  /** Newest first if absent. */
  order?: ListOrder;
}

/** Whether {@link newestIds} can stop before it has read all contacts of the filter. */
export function isWalkBounded(filter: ResolvedFilter): boolean {
  return conditionsOf(filter).scattered.length + (filter.texts ? 1 : 0) > 0 && filter.contactId === undefined;
}

/**
 * The ids of a page out of the contacts that come first only. Quick for filters that many contacts meet; for the
 * others it returns fewer ids than the page holds.
 */
export function newestIds(request: IdRequest): IdQuery {
  const { texts } = request.filter;
  const { ordered, scattered } = conditionsOf(request.filter);
  const values = new Parameters();
  const sorted = sortedBy(request);
  const inner = whereOf(request, [OF_TENANT, ...ordered], values);
  if (scattered.length === 0 && !texts) {
    const text = `select id, created_at from contact where ${inner} ${sorted} limit ${values.add(request.limit)}`;
    return { text, values: values.list };
  }
  const keyed: Condition[] = texts ? [hasKeysOrIsSpelled(texts)] : [];
  const outer = [...keyed, ...scattered].map((condition) => condition(values, request.tenantId)).join(' and ');
  const text = `
    select id, created_at from (select * from contact where ${inner} ${sorted} limit ${WALKED}) as contact
     where ${outer} ${sorted} limit ${values.add(request.limit)}`;
  return { text, values: values.list };
}

/**
 * The same ids by the index of the filters: quick for filters that few contacts meet. Not for the role of the app, whose
 * row-level security keeps Postgres from looking for fragments, tags and own fields in an index.
 */
export function indexedIds(request: IdRequest): IdQuery {
  const values = new Parameters();
  // Materialized, since Postgres would otherwise expect enough of them among the newest and read all.
  const text = `
    with found as materialized (${foundBy(request, values)})
    select id, created_at from found ${sortedBy(request)} limit ${values.add(request.limit)}`;
  return { text, values: values.list };
}

/** Counts contacts up to the limit. For the system role, as {@link indexedIds}. */
export function countOf(request: IdRequest): IdQuery {
  const values = new Parameters();
  const found = foundBy(request, values);
  const text = `
    select count(*)::int as count from (select from (${found}) as contact limit ${values.add(request.limit)}) as found`;
  return { text, values: values.list };
}

/**
 * Settings of a transaction that asks {@link indexedIds}: whether Postgres takes reading the whole table for quicker depends on the
 * sample of its statistics, since it expects to read as much of the index as its most frequent value has.
 */
export const BY_INDEX = `select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`;

/** Settings of a transaction that asks {@link newestIds} for one contact: no order leads to it, and its id alone is looked up. */
export const BY_ID = `select set_config('enable_bitmapscan', 'off', true)`;

/** The contacts of the tenant that a filter finds, in no order. Row-level security does not hold for the role that asks. */
function foundBy(request: IdRequest, values: Parameters): string {
  const { texts } = request.filter;
  const { ordered, scattered } = conditionsOf(request.filter);
  const others = [...ordered, ...scattered];
  const tenant = !texts || asksOtherIndex(request.filter) ? [OF_TENANT] : [];
  const found = (conditions: readonly Condition[]) =>
    `select id, created_at from contact where ${whereOf(request, [...tenant, ...conditions, ...others], values)}`;
  return texts
    ? [found([OF_TENANT_OF_KEYS, hasKeys(texts)]), found([OF_TENANT_OF_KEYS, isSpelled(texts)])].join(' union all ')
    : found([]);
}

/** The index of the usual order is read from its other end for the oldest. */
function sortedBy({ order }: IdRequest): string {
  const direction = order?.direction ?? 'desc';
  return `order by created_at ${direction}, id ${direction}`;
}

type Condition = (values: Parameters, tenantId: TenantId) => string;

const OF_TENANT: Condition = (values, tenantId) => `tenant_id = ${values.add(tenantId)}`;

/**
 * The tenant in the collation of the index of the keys. If that one has all filters, it is the only condition on the tenant: while the
 * statistics are of a tiny table, Postgres takes any index on the tenant for as good, and reads all that the tenant has.
 */
const OF_TENANT_OF_KEYS: Condition = (values, tenantId) => `tenant_id collate "C" = ${values.add(tenantId)}`;

/** Fragments of names and values of own fields are not in the index of the keys. */
const asksOtherIndex = ({ nameFragment, custom }: ResolvedFilter): boolean =>
  nameFragment !== undefined || custom !== undefined;

class Parameters {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

function whereOf({ tenantId, after, order }: IdRequest, conditions: readonly Condition[], values: Parameters): string {
  const all = ['deleted_at is null', ...conditions.map((condition) => condition(values, tenantId))];
  const isBehind = order?.direction === 'asc' ? '>' : '<';
  if (after) all.push(`(created_at, id) ${isBehind} (${after.map((value) => values.add(value)).join(', ')})`);
  return all.join(' and ');
}

/** The conditions of a filter, but for its texts: those that an ordered index answers, and the others. */
function conditionsOf(filter: ResolvedFilter): { ordered: Condition[]; scattered: Condition[] } {
  const { exact, contactId, segmentId, createdFrom, createdBefore, custom, nameFragment } = filter;
  const ordered: Condition[] = [];
  const scattered: Condition[] = [];
  for (const [field, value] of Object.entries(exact) as [keyof ExactFilter, string | undefined][]) {
    if (value === undefined) continue;
    (ORDERED.includes(field) ? ordered : scattered).push((values) => `${COLUMNS[field]} = ${values.add(value)}`);
  }
  if (contactId !== undefined) ordered.push((values) => `id = ${values.add(contactId)}`);
  if (createdFrom) ordered.push((values) => `created_at >= ${values.add(createdFrom)}`);
  if (createdBefore) ordered.push((values) => `created_at < ${values.add(createdBefore)}`);
  if (custom) scattered.push((values) => `custom @> ${values.add(JSON.stringify(custom))}::jsonb`);
  if (segmentId !== undefined)
    scattered.push(
      (values, tenantId) =>
        `id in (select contact_id from segment_member where tenant_id = ${values.add(tenantId)} and segment_id = ${values.add(segmentId)})`,
    );
  if (nameFragment !== undefined)
    scattered.push((values) => `name_key like ${values.add(`%${escapeLike(nameFragment)}%`)}`);
  return { ordered, scattered };
}

const hasKeys =
  (texts: FilterTexts): Condition =>
  (values) =>
    `filter_keys @> ${values.add(filterKeysOf(texts))}::text[]`;

/** Finds a contact without keys, which a process of the version before wrote, as its texts are spelled. */
const isSpelled =
  ({ tags = [], custom = {}, ...columns }: FilterTexts): Condition =>
  (values) => {
    const conditions = ['filter_keys is null'];
    for (const [field, text] of Object.entries(columns))
      conditions.push(`${FOLDED_COLUMNS[field as FoldedColumn]} = ${values.add(text)}`);
    if (tags.length > 0) conditions.push(`tags @> ${values.add(tags)}::text[]`);
    if (Object.keys(custom).length > 0) conditions.push(`custom @> ${values.add(JSON.stringify(custom))}::jsonb`);
    return `(${conditions.join(' and ')})`;
  };

const hasKeysOrIsSpelled =
  (texts: FilterTexts): Condition =>
  (...given) =>
    `(${hasKeys(texts)(...given)} or ${isSpelled(texts)(...given)})`;

/** Parameters: day, time zone, days to add. */
export const START_OF_DAY = 'select ($1::date + $3::integer)::timestamp at time zone $2 as at';

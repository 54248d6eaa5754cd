import { invalidField } from '#libs/core/http';
import { type IdPrefix, isId, type ListOrder, type Page, type PageRequest, positionOf } from '#libs/core/persistence';

/** Query of a request: each value as it came. */
export type Query = Readonly<Record<string, unknown>>;

/** List as clients of Resend know it. */
export interface TheirList {
  object: 'list';
  has_more: boolean;
  data: object[];
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const OLDEST_FIRST: ListOrder = { by: ['id'], direction: 'asc' };

/**
 * Answers a list of Resend: newest first, `after` an id or `before` one. What is before an id is read from there on, so that the
 * page is the one next to it.
 * @throws Problem ValidationError for a limit or an id that is none, or for both ids
 */
export async function listOf<T>(
  query: Query,
  prefix: IdPrefix,
  read: (page: PageRequest) => Promise<Page<T>>,
  show: (item: T) => object,
): Promise<TheirList> {
  const limit = limitOf(query);
  const [after, before] = [idOf(query, 'after', prefix), idOf(query, 'before', prefix)];
  if (after !== undefined && before !== undefined)
    throw invalidField('ValidationError', 'before', 'and after exclude one another');
  const end = after ?? before;
  const { items, hasMore } = await read({
    limit,
    ...(end !== undefined && { cursor: positionOf(end) }),
    ...(before !== undefined && { order: OLDEST_FIRST }),
  });
  const shown = items.map(show);
  return { object: 'list', has_more: hasMore, data: before === undefined ? shown : shown.toReversed() };
}

function limitOf({ limit }: Query): number {
  if (limit === undefined) return DEFAULT_LIMIT;
  const number = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= MAX_LIMIT) return number;
  throw invalidField('ValidationError', 'limit', `must be a number from 1 to ${MAX_LIMIT}`);
}

function idOf(query: Query, name: 'after' | 'before', prefix: IdPrefix): string | undefined {
  const id = query[name];
  if (id === undefined || (typeof id === 'string' && isId(prefix, id))) return id;
  throw invalidField('ValidationError', name, 'must be the id of an item of the list');
}

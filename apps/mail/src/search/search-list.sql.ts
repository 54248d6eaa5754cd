import { type Search, toTsquery } from '#libs/mail/mail-search';
import { IN_ORDER, type KeysetRequest, many, one, type SqlExecutor } from '#libs/core/persistence';
import { type IndexPart, timesOf } from './index-part.js';
import { searchCondition, timeCondition } from './search-condition.js';
import type { SearchScope } from './search-scope.js';

/** A message that a search finds. */
export interface FoundMessage {
  id: string;
  sortedAt: Date;
}

/** Adds conditions of a list over the alias `m`, beside the search. Their values go into `parameters`. */
export type ListConditions = (parameters: unknown[]) => string[];

export interface SearchRequest {
  search: Search;
  scope: SearchScope;
  list: ListConditions;
  page: KeysetRequest;
}

export interface SearchStatement {
  text: string;
  values: unknown[];
}

const ORDER = 'order by m.sorted_at desc, m.id desc';
const ROW = `m.id, m.sorted_at as "sortedAt"`;

/** Looks through the newest messages of a list alone; `ids` are as many as fill a page and one more. */
export function newestMatches(request: SearchRequest, window: number): SearchStatement {
  const { search, scope, page } = request;
  const values: unknown[] = [];
  const newest = `select m.* from mail_message m where ${messagesOf(request, values).join(' and ')} ${ORDER} limit ${window}`;
  const condition = searchCondition(search, scope, values);
  const text = `
    with newest as materialized (${newest}), found as (
      select ${ROW} from newest m where ${condition} ${ORDER} limit ${page.limit + 1}
    )
    select (select count(*)::int from newest) as seen, coalesce(jsonb_agg(found order by found."sortedAt" desc, found.id desc), '[]') as found from found`;
  return { text, values };
}

/** Asks the index for all messages with the words, and takes of them the newest that meet the rest. */
export function indexedMatches(request: SearchRequest, { text, rest }: IndexPart): SearchStatement {
  const { search, scope, list, page } = request;
  const { tenantId, mailboxId } = scope;
  const values: unknown[] = [tenantId, mailboxId, toTsquery(text)];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const within = timesOf(search).map((time) => timeCondition(time, 's.sorted_at', parameter));
  const after = keyset(page, 's.sorted_at', 's.message_id', values);
  const found = ['s.tenant_id = $1', 's.mailbox_id = $2', 's.lexemes @@ $3::tsquery', ...within, ...after];
  const conditions = ['m.tenant_id = $1', 'm.id = f.id', ...list(values), searchCondition(rest, scope, values)];
  // The rows of the messages are read in the order of the list, until the page is full.
  const sql = `
    with found as materialized (
      select s.message_id as id, s.sorted_at from message_search s where ${found.join(' and ')}
       order by s.sorted_at desc, s.message_id desc
    )
    select f.id, f.sorted_at as "sortedAt"
      from found f cross join lateral (select from mail_message m where ${conditions.join(' and ')} limit 1) met
     order by f.sorted_at desc, f.id desc limit ${page.limit + 1}`;
  return { text: sql, values };
}

/** Looks through all messages of a list. */
export function allMatches(request: SearchRequest): SearchStatement {
  const { search, scope, page } = request;
  const values: unknown[] = [];
  const conditions = [...messagesOf(request, values), searchCondition(search, scope, values)];
  const text = `select ${ROW} from mail_message m where ${conditions.join(' and ')} ${ORDER} limit ${page.limit + 1}`;
  return { text, values };
}

/** Lists the conditions of a list. Days of the search are among them, because they limit the part of the index that is read. */
function messagesOf({ search, scope, list, page }: SearchRequest, values: unknown[]): string[] {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const own = [
    `m.tenant_id = ${parameter(scope.tenantId, 'text')}`,
    `m.mailbox_id = ${parameter(scope.mailboxId, 'uuid')}`,
  ];
  const within = timesOf(search).map((time) => timeCondition(time, 'm.sorted_at', parameter));
  return [...own, ...keyset(page, 'm.sorted_at', 'm.id', values), ...within, ...list(values)];
}

function keyset({ after }: KeysetRequest, at: string, id: string, values: unknown[]): string[] {
  if (!after) return [];
  return [`(${at}, ${id}) < ($${values.push(after[0])}::timestamptz, $${values.push(after[1])}::uuid)`];
}

const LIMITS = `set_config('statement_timeout', $1, true), set_config('enable_seqscan', 'off', true),
  set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`;

/**
 * Sets how long the statements of the transaction take at most, and that they use an index wherever there is one: that of the lexemes for
 * {@link indexedMatches}, and for the others that of the list, in its order.
 */
export async function setSearchLimits(tx: SqlExecutor, milliseconds: number, by: 'lexemes' | 'order'): Promise<void> {
  await one(tx, by === 'order' ? `${IN_ORDER}, ${LIMITS}` : `select ${LIMITS}`, [String(milliseconds)]);
}

export async function runNewest(
  tx: SqlExecutor,
  { text, values }: SearchStatement,
): Promise<{ seen: number; found: FoundMessage[] }> {
  const { seen, found } = await one<{ seen: number; found: { id: string; sortedAt: string }[] }>(tx, text, values);
  return { seen, found: found.map(({ id, sortedAt }) => ({ id, sortedAt: new Date(sortedAt) })) };
}

export const runMatches = (tx: SqlExecutor, { text, values }: SearchStatement): Promise<FoundMessage[]> =>
  many<FoundMessage>(tx, text, values);

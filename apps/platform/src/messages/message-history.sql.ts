import {
  type BoundedCount,
  countMatching,
  countRows,
  idsOfPage,
  many,
  maybe,
  positionOf,
  toPage,
  type Page,
  type PageRequest,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { CHANNEL_PREFIX, CHANNELS } from '../channel.js';
import { conditionsOf, indexedSource, type ListedMessage, type MessageFilter } from './message-filter.sql.js';

/** How many messages a filter scans for one page: what Postgres reads in some tens of milliseconds. */
const SCANNED_MAX = 50_000;

/**
 * A page of messages. A tag, a recipient, a campaign, a template and the test environment have an index each, of which one is
 * read; every other filter scans a bounded number of its messages: a page may be short, or empty, and still have more behind
 * it. Its cursor is where the scan ended.
 */
export async function listMessages(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: MessageFilter,
  page: PageRequest,
): Promise<Page<ListedMessage>> {
  const { limit } = page;
  const order = page.order?.direction ?? 'desc';
  const { first, before } = idsOfPage(CHANNEL_PREFIX[filter.channel], page, filter.acceptedIn);
  const range: unknown[] = [tenantId, before, first];
  const { source, rest } = indexedSource(filter, range, order);
  const parameters = [...range];
  const conditions = conditionsOf(rest, parameters);
  const last = `$${parameters.push(limit + 1)}`;
  if (conditions.length === 0)
    return toPage(await many<ListedMessage>(tx, `${source} limit ${last}`, parameters), limit);
  const scanned = `select * from (${source} limit ${SCANNED_MAX}) scanned where ${conditions.join(' and ')}`;
  const found = toPage(
    await many<ListedMessage>(tx, `${scanned} order by id ${order} limit ${last}`, parameters),
    limit,
  );
  return found.hasMore ? found : { ...found, ...(await afterScan(tx, source, range)) };
}

/**
 * A page of the messages of all channels in one statement; null if the filter has more than one index finds, so that each
 * channel has to be scanned.
 */
export async function listMessagesOfAllChannels(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: Omit<MessageFilter, 'channel'>,
  page: PageRequest,
): Promise<Page<ListedMessage> | null> {
  const { limit } = page;
  const order = page.order?.direction ?? 'desc';
  const parameters: unknown[] = [tenantId, limit + 1];
  const sources: string[] = [];
  for (const channel of CHANNELS) {
    const ids = idsOfPage(CHANNEL_PREFIX[channel], page, filter.acceptedIn);
    const within = { before: `$${parameters.push(ids.before)}`, from: `$${parameters.push(ids.first)}` };
    const { source, rest } = indexedSource({ channel, ...filter }, parameters, order, within);
    if (conditionsOf(rest, []).length > 0) return null;
    sources.push(`(${source} limit $2)`);
  }
  // What follows the prefix of an id is its position.
  const listed = `select * from (${sources.join(' union all ')}) listed order by split_part(id, '_', 2) ${order} limit $2`;
  return toPage(await many<ListedMessage>(tx, listed, parameters), limit);
}

/** Counts the messages of a channel; where no index finds what the filter asks for, among as many as a page scans. */
export async function countMessages(tx: SqlExecutor, tenantId: TenantId, filter: MessageFilter): Promise<BoundedCount> {
  const { first, before } = idsOfPage(CHANNEL_PREFIX[filter.channel], {}, filter.acceptedIn);
  const parameters: unknown[] = [tenantId, before, first];
  const { source, rest } = indexedSource(filter, parameters, 'desc');
  const conditions = conditionsOf(rest, parameters);
  if (conditions.length === 0) return countRows(tx, source, parameters);
  return countMatching(tx, source, conditions.join(' and '), parameters, SCANNED_MAX);
}

/** Whether there are messages behind those that a filter scanned, and where they begin. */
async function afterScan(
  tx: SqlExecutor,
  source: string,
  range: unknown[],
): Promise<Pick<Page<unknown>, 'hasMore' | 'nextCursor'>> {
  const last = await maybe<{ id: string }>(tx, `${source} offset ${SCANNED_MAX - 1} limit 1`, range);
  return last ? { hasMore: true, nextCursor: positionOf(last.id) } : { hasMore: false, nextCursor: 0 };
}

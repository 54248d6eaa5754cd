import {
  many,
  maybe,
  pageStart,
  positionOf,
  toPage,
  type Page,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { CHANNEL_PREFIX, CHANNELS } from '../channel.js';
import { conditionsOf, indexedSource, type ListedMessage, type MessageFilter } from './message-filter.sql.js';

/** How many messages a filter scans for one page: what Postgres reads in some tens of milliseconds. */
const SCANNED_MAX = 50_000;

/**
 * A page of messages, newest first. A tag, a campaign and the test environment have an index each, of which one is read;
 * every other filter scans a bounded number of its messages: a page may be short, or empty, and still have more behind
 * it. Its cursor is where the scan ended.
 */
export async function listMessages(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: MessageFilter,
  cursor: number | undefined,
  limit: number,
): Promise<Page<ListedMessage>> {
  const prefix = CHANNEL_PREFIX[filter.channel];
  const range: unknown[] = [tenantId, pageStart(prefix, cursor), `${prefix}_`];
  const { source: newest, rest } = indexedSource(filter, range, 'desc');
  const parameters = [...range];
  const conditions = conditionsOf(rest, parameters);
  const last = `$${parameters.push(limit + 1)}`;
  if (conditions.length === 0)
    return toPage(await many<ListedMessage>(tx, `${newest} limit ${last}`, parameters), limit);
  const scanned = `select * from (${newest} limit ${SCANNED_MAX}) scanned where ${conditions.join(' and ')}`;
  const page = toPage(await many<ListedMessage>(tx, `${scanned} order by id desc limit ${last}`, parameters), limit);
  return page.hasMore ? page : { ...page, ...(await afterScan(tx, newest, range)) };
}

/**
 * A page of the messages of all channels in one statement; null if the filter has more than one index finds, so that each
 * channel has to be scanned.
 */
export async function listMessagesOfAllChannels(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: Omit<MessageFilter, 'channel'>,
  cursor: number | undefined,
  limit: number,
): Promise<Page<ListedMessage> | null> {
  const parameters: unknown[] = [tenantId, limit + 1];
  const sources: string[] = [];
  for (const channel of CHANNELS) {
    const prefix = CHANNEL_PREFIX[channel];
    const before = `$${parameters.push(pageStart(prefix, cursor))}`;
    const from = `$${parameters.push(`${prefix}_`)}`;
    const { source, rest } = indexedSource({ channel, ...filter }, parameters, 'desc', { before, from });
    if (conditionsOf(rest, []).length > 0) return null;
    sources.push(`(${source} limit $2)`);
  }
  // What follows the prefix of an id is its position.
  const newest = `select * from (${sources.join(' union all ')}) listed order by split_part(id, '_', 2) desc limit $2`;
  return toPage(await many<ListedMessage>(tx, newest, parameters), limit);
}

/** Whether there are messages behind those that a filter scanned, and where they begin. */
async function afterScan(
  tx: SqlExecutor,
  newest: string,
  range: unknown[],
): Promise<Pick<Page<unknown>, 'hasMore' | 'nextCursor'>> {
  const last = await maybe<{ id: string }>(tx, `${newest} offset ${SCANNED_MAX - 1} limit 1`, range);
  return last ? { hasMore: true, nextCursor: positionOf(last.id) } : { hasMore: false, nextCursor: 0 };
}

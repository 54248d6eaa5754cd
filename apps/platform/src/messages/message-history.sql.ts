import {
  escapeLike,
  many,
  maybe,
  pageStart,
  positionOf,
  toPage,
  type Page,
  type SqlExecutor,
  type TenantId,
} from '#libs/persistence';
import type { Message } from './message.entity.js';
import { CHANNEL_PREFIX, type Channel } from './message.js';

const COLUMNS = `id, channel, status, environment, sender, recipient, subject, template_id as "templateId",
  campaign_id as "campaignId", tags, error, created_at as "createdAt", updated_at as "updatedAt",
  scheduled_at as "scheduledAt", sent_at as "sentAt"`;

/** How many messages a filter scans for one page: what Postgres reads in some tens of milliseconds. */
const SCANNED_MAX = 50_000;

/** A message as lists show it. */
export type ListedMessage = Omit<Message, 'tenantId' | 'contentId'>;

export interface MessageFilter {
  channel: Channel;
  status?: string;
  /** A part of the subject, the sender or the recipient, without regard to case. */
  text?: string;
  /** `key:value` */
  tag?: string;
  campaignId?: string;
  /** Of both when absent. */
  environment?: 'live' | 'test';
}

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
  const { newest, rest } = newestOf(filter, range);
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
 * The statement of the messages that an index finds, and the filters that are left. Both ends of the range of ids stand in
 * it, so that Postgres opens only the partitions between them and reads the index backwards from the start of the page.
 */
function newestOf(filter: MessageFilter, range: unknown[]): { newest: string; rest: MessageFilter } {
  if (filter.tag !== undefined) {
    const tag = `$${range.push(filter.tag)}`;
    // `offset 0` keeps the lookup by id apart: each tag is one message, and they come in the order of the page.
    const newest = `select ${COLUMNS} from (
        select message_id from message_tag
        where tenant_id = $1 and tag = ${tag} and message_id < $2 and message_id >= $3 order by message_id desc
      ) tagged cross join lateral (
        select * from message where tenant_id = $1 and id = tagged.message_id offset 0
      ) found order by tagged.message_id desc`;
    return { newest, rest: { ...filter, tag: undefined } };
  }
  if (filter.campaignId !== undefined) {
    const campaign = `$${range.push(filter.campaignId)}`;
    return { newest: newestWhere(`campaign_id = ${campaign}`), rest: { ...filter, campaignId: undefined } };
  }
  if (filter.environment === 'test')
    return { newest: newestWhere(`environment = 'test'`), rest: { ...filter, environment: undefined } };
  return { newest: newestWhere('true'), rest: filter };
}

const newestWhere = (condition: string) =>
  `select ${COLUMNS} from message where tenant_id = $1 and id < $2 and id >= $3 and ${condition} order by id desc`;

function conditionsOf({ status, environment, campaignId, text }: MessageFilter, parameters: unknown[]): string[] {
  const conditions: string[] = [];
  if (status) conditions.push(`status = $${parameters.push(status)}`);
  if (environment) conditions.push(`environment = $${parameters.push(environment)}`);
  if (campaignId) conditions.push(`"campaignId" = $${parameters.push(campaignId)}`);
  if (text) {
    const pattern = `$${parameters.push(`%${escapeLike(text)}%`)}`;
    conditions.push(
      `(subject collate "pg_unicode_fast" ilike ${pattern} or recipient ilike ${pattern} or sender ilike ${pattern})`,
    );
  }
  return conditions;
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

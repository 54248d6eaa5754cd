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

const COLUMNS = `id, channel, status, environment, sender, recipient, subject, template_id as "templateId", tags, error,
  created_at as "createdAt", updated_at as "updatedAt", scheduled_at as "scheduledAt", sent_at as "sentAt"`;

/*
 * Both ends of the range of ids stand in the statement, so that Postgres opens only the partitions between them and reads
 * the index backwards from the start of the page.
 */
const NEWEST = `select ${COLUMNS} from message where tenant_id = $1 and id < $2 and id >= $3 order by id desc`;

/** How many messages a filter scans for one page: what Postgres reads in some tens of milliseconds. */
const SCANNED_MAX = 50_000;

/** A message as lists show it. */
export type ListedMessage = Omit<Message, 'tenantId' | 'contentId'>;

export interface MessageFilter {
  channel: Channel;
  status?: string;
  /** A part of the subject, the sender or the recipient, without regard to case. */
  text?: string;
  /** Of both when absent. */
  environment?: 'test';
}

/**
 * A page of messages, newest first. A filter scans a bounded number of messages: a page may be short, or empty, and still
 * have more behind it. Its cursor is where the scan ended.
 */
export async function listMessages(
  tx: SqlExecutor,
  tenantId: TenantId,
  { channel, status, text, environment }: MessageFilter,
  cursor: number | undefined,
  limit: number,
): Promise<Page<ListedMessage>> {
  const prefix = CHANNEL_PREFIX[channel];
  const range: unknown[] = [tenantId, pageStart(prefix, cursor), `${prefix}_`];
  const parameters = [...range, limit + 1];
  const conditions: string[] = [];
  if (status) conditions.push(`status = $${parameters.push(status)}`);
  if (environment) conditions.push(`environment = $${parameters.push(environment)}`);
  if (text) {
    const pattern = `$${parameters.push(`%${escapeLike(text)}%`)}`;
    conditions.push(
      `(subject collate "pg_unicode_fast" ilike ${pattern} or recipient ilike ${pattern} or sender ilike ${pattern})`,
    );
  }
  if (conditions.length === 0) return toPage(await many<ListedMessage>(tx, `${NEWEST} limit $4`, parameters), limit);
  const scanned = `select * from (${NEWEST} limit ${SCANNED_MAX}) scanned where ${conditions.join(' and ')}`;
  const page = toPage(await many<ListedMessage>(tx, `${scanned} order by id desc limit $4`, parameters), limit);
  return page.hasMore ? page : { ...page, ...(await afterScan(tx, range)) };
}

/** Whether there are messages behind those that a filter scanned, and where they begin. */
async function afterScan(tx: SqlExecutor, range: unknown[]): Promise<Pick<Page<unknown>, 'hasMore' | 'nextCursor'>> {
  const last = await maybe<{ id: string }>(tx, `${NEWEST} offset ${SCANNED_MAX - 1} limit 1`, range);
  return last ? { hasMore: true, nextCursor: positionOf(last.id) } : { hasMore: false, nextCursor: 0 };
}

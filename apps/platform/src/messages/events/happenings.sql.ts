import {
  type BoundedCount,
  boundedBy,
  firstIdAt,
  idsOfPage,
  many,
  one,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { CHANNEL_PREFIX } from '../../channel.js';
import { conditionsOf, indexedSource, type ListedMessage, type MessageFilter } from '../message-filter.sql.js';
import type { MessageEvent } from './message-event.entity.js';

/** How many of the newest messages are looked at for events of a type, and how many events of each. */
const MESSAGES_SEARCHED = 10_000;
const EVENTS_OF_MESSAGE = 50;

/** Time that is longer than the clocks of two processes differ: what is later has not happened. */
const SLACK_MS = 3_600_000;

/** An event of one of the messages that a filter finds. */
export type Happening = Pick<ListedMessage, 'contentId' | 'recipient' | 'tags' | 'topic'> &
  Pick<MessageEvent, 'occurredAt' | 'detail'>;

/**
 * Lists events of a type of the newest messages that a filter finds, the newest message first; of each message the events are found
 * by the key. An event is never older than its message.
 */
export async function listHappenings(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: MessageFilter,
  type: string,
  { offset, count }: { offset: number; count: number },
): Promise<Happening[]> {
  const { source, parameters } = happenings(tenantId, filter, type);
  const window = `offset $${parameters.push(offset)} limit $${parameters.push(count)}`;
  return many<Happening>(tx, `${source} ${window}`, parameters);
}

/** Counts what {@link listHappenings} lists at all offsets together. */
export async function countHappenings(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: MessageFilter,
  type: string,
): Promise<BoundedCount> {
  const { source, parameters } = happenings(tenantId, filter, type);
  const { count } = await one<{ count: number }>(
    tx,
    `select count(*)::int as count from (${source}) found`,
    parameters,
  );
  return boundedBy(count);
}

function happenings(tenantId: TenantId, filter: MessageFilter, type: string) {
  const { first, before } = idsOfPage(CHANNEL_PREFIX[filter.channel], {}, filter.acceptedIn);
  const parameters: unknown[] = [tenantId, before, first];
  const { source, rest } = indexedSource(filter, parameters, 'desc');
  const conditions = conditionsOf(rest, parameters);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const happened = `$${parameters.push(type)}`;
  const end = `$${parameters.push(firstIdAt('evt', new Date(Date.now() + SLACK_MS)))}`;
  return {
    parameters,
    source: `
      select searched."contentId", searched.recipient, searched.tags, searched.topic, found.occurred_at as "occurredAt", found.detail
        from (select * from (${source} limit ${MESSAGES_SEARCHED}) scanned ${where}) searched cross join lateral (
          select id, occurred_at, detail from message_event
           where tenant_id = $1 and message_id = searched.id and id > 'evt' || substr(searched.id, 4)
             and id < ${end} and type = ${happened}
           order by id desc limit ${EVENTS_OF_MESSAGE}
        ) found order by searched.id desc, found.id desc`,
  };
}

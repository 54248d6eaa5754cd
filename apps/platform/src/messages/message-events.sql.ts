import { firstIdAt, idAt, many, positionOf, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { MessageEvent } from './events/message-event.entity.js';

/**
 * Most events that a list shows of one message, which may be opened again and again. The message itself is shown with all of
 * them.
 */
export const EVENTS_IN_LIST = 50;

export type EventOfMessage = Omit<MessageEvent, 'tenantId'>;

/** Time that is longer than the clocks of two processes differ. */
const SLACK_MS = 3_600_000;

/**
 * The events after acceptance of several messages, oldest first, {@link EVENTS_IN_LIST} of each at most. An event is never
 * older than its message and never of the future, which spares the partitions before and after: those of a year to come
 * exist already.
 */
export async function listEventsOfMessages(
  tx: SqlExecutor,
  tenantId: TenantId,
  messageIds: readonly string[],
): Promise<EventOfMessage[]> {
  const oldest = Math.min(...messageIds.map((id) => positionOf(id)));
  return many<EventOfMessage>(
    tx,
    `select found.* from unnest($2::text[]) asked(id) cross join lateral (
       select message_id as "messageId", id, type, occurred_at as "occurredAt", detail from message_event
       where tenant_id = $1 and message_id = asked.id and id > $3 and id < $4
       order by id limit ${EVENTS_IN_LIST}
     ) found`,
    [tenantId, messageIds, idAt('evt', oldest), firstIdAt('evt', new Date(Date.now() + SLACK_MS))],
  );
}

import type { CarriedContext } from '#libs/core/observability';
import {
  binaryTexts,
  entityColumns,
  many,
  prepared,
  RowParameters,
  type Id,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import type { Channel } from '../../channel.js';
import { MessageEvent } from './message-event.entity.js';
import { TRANSITIONS } from './transitions.js';

/** An event of a message that is to be recorded. */
export interface NewMessageEvent {
  id: Id<'evt'>;
  messageId: string;
  type: string;
  occurredAt: Date;
  /** The new `Error` of the message; null for none. */
  error: string | null;
  detail: Record<string, unknown>;
  /** Further fields for webhooks; keys as on the wire. */
  webhookData?: Record<string, unknown>;
  /** Set for an open or a click by a reader: whether it is the first of its message. */
  reader?: 'first' | 'again';
  /** Whether reports have counted another of its type for the message, and count no more. */
  isRepeated?: boolean;
  /** The context that deliveries to webhooks carry; that of the running code when absent. */
  context?: CarriedContext | null;
}

/** An event that was recorded, with what webhooks and counts need of its message. */
export interface RecordedEvent extends NewMessageEvent {
  channel: Channel;
  environment: 'live' | 'test';
  templateId: string | null;
  campaignId: string | null;
  tags: Record<string, string> | null;
  /** Purpose of a message that the CRM asked for. */
  origin: string | null;
  sender: string;
  recipient: string;
  subject: string;
  /** Message-ID of an e-mail. */
  internetMessageId: string | null;
  /** Whether the event changed the state of its message. */
  moved: boolean;
}

type MessageRow = Omit<RecordedEvent, keyof NewMessageEvent> & { id: string };

const STORED = entityColumns(MessageEvent, { without: ['tenantId'] });
const STORED_NAMES = new RowParameters(STORED).names;

const EVENTS = new RowParameters<NewMessageEvent>({ ...STORED, error: { type: 'text', of: ({ error }) => error } });

interface Step {
  channel: Channel;
  event: string;
  state: string;
  next: string;
}

const STEPS = new RowParameters<Step>({
  channel: { type: 'text', of: ({ channel }) => channel },
  event: { type: 'text', of: ({ event }) => event },
  state: { type: 'text', of: ({ state }) => state },
  next: { type: 'text', of: ({ next }) => next },
});

const ALL_STEPS: readonly Step[] = TRANSITIONS.flatMap(({ channel, event, from, to }) =>
  from.map((state) => ({ channel, event, state, next: to })),
);

const MOVING = new Set(ALL_STEPS.map(({ event }) => event));

/** $1 is the tenant, $2 the ids of the messages, then the events. */
const GIVEN_EVENTS = EVENTS.sql(3);
const GIVEN_STEPS = STEPS.sql(3 + EVENTS.parameters);

const MESSAGE_COLUMNS = `m.id, m.channel, m.environment, m.template_id as "templateId",
  m.campaign_id as "campaignId", m.tags, m.origin, m.sender, m.recipient, m.subject,
  m.internet_message_id as "internetMessageId"`;

/*
 * The ids stand in a condition of their own beside the join, so that Postgres reads these messages and no others, whatever
 * it estimates of the tenant.
 */
const recordSql = (affected: string) => `
with event as materialized (
  select * from ${GIVEN_EVENTS} as given
), ${affected}, recorded as (
  insert into message_event (tenant_id, ${STORED_NAMES.join(', ')})
  select $1, ${STORED_NAMES.map((name) => `event.${name}`).join(', ')}
  from event join affected on affected.id = event.message_id
)
select * from affected`;

const RECORD_AND_MOVE = recordSql(`step as materialized (
  select * from ${GIVEN_STEPS} as given
), affected as (
  update message m
  set status = coalesce((select next from step
                         where step.channel = m.channel and step.event = event.type and step.state = m.status), m.status),
      error = case when event.type = 'sent' then null else coalesce(event.error, m.error) end,
      sent_at = case when event.type = 'sent' then event.occurred_at else m.sent_at end,
      updated_at = greatest(now(), m.updated_at, event.occurred_at)
  from event where m.tenant_id = $1 and m.id = any($2::text[]) and m.id = event.message_id
  returning ${MESSAGE_COLUMNS}, old.status <> new.status as moved
)`);

const RECORD = prepared(
  'record-events',
  recordSql(`affected as materialized (
  select ${MESSAGE_COLUMNS}, false as moved from message m where m.tenant_id = $1 and m.id = any($2::text[])
)`),
);

/**
 * Inserts events, at most one a message that moves it, and moves the states of their messages; one statement. A message that
 * none of the events can move is only read. Returns the events whose messages exist.
 */
export async function recordEvents(
  tx: SqlExecutor,
  tenantId: TenantId,
  events: readonly NewMessageEvent[],
): Promise<RecordedEvent[]> {
  const ids = events.map(({ messageId }) => messageId);
  const given = [tenantId, binaryTexts(ids), ...EVENTS.values(events)];
  const rows = events.some(mayMove)
    ? await many<MessageRow>(tx, RECORD_AND_MOVE, [...given, ...STEPS.values(stepsOf(events))])
    : await many<MessageRow>(tx, RECORD, given);
  const messages = new Map(rows.map((message) => [message.id, message]));
  return events.flatMap((event) => {
    const message = messages.get(event.messageId);
    return message ? [recordedOf(event, message)] : [];
  });
}

const mayMove = ({ type, error }: NewMessageEvent): boolean => error !== null || MOVING.has(type);

/** The steps that these events can take. */
function stepsOf(events: readonly NewMessageEvent[]): Step[] {
  const types = new Set(events.map(({ type }) => type));
  return ALL_STEPS.filter(({ event }) => types.has(event));
}

/** Member by member: two spreads cost as much as all other work for an event. */
function recordedOf(event: NewMessageEvent, message: Omit<MessageRow, 'id'>): RecordedEvent {
  return {
    id: event.id,
    messageId: event.messageId,
    type: event.type,
    occurredAt: event.occurredAt,
    error: event.error,
    detail: event.detail,
    webhookData: event.webhookData,
    reader: event.reader,
    isRepeated: event.isRepeated,
    context: event.context,
    channel: message.channel,
    environment: message.environment,
    templateId: message.templateId,
    campaignId: message.campaignId,
    tags: message.tags,
    origin: message.origin,
    sender: message.sender,
    recipient: message.recipient,
    subject: message.subject,
    internetMessageId: message.internetMessageId,
    moved: message.moved,
  };
}

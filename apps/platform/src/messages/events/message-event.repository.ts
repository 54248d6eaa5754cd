import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import type { Channel } from '../message.js';
import { TRANSITIONS } from './transitions.js';

/** Something that happened to a message. */
export interface NewMessageEvent {
  id: Id<'evt'>;
  messageId: string;
  type: string;
  occurredAt: Date;
  /** Why the message is in trouble; null when it is not. */
  error: string | null;
  detail: Record<string, unknown>;
  /** What webhooks say besides; keys as on the wire. */
  webhookData?: Record<string, unknown>;
}

/** An event that was recorded, with what its webhooks and counts tell of the message. */
export interface RecordedEvent extends NewMessageEvent {
  channel: Channel;
  environment: 'live' | 'test';
  templateId: string | null;
  sender: string;
  recipient: string;
  subject: string;
}

type MessageRow = Omit<RecordedEvent, keyof NewMessageEvent> & { id: string };

const TRANSITION_ROWS = JSON.stringify(
  TRANSITIONS.flatMap(({ channel, event, from, to }) => from.map((state) => ({ channel, event, state, next: to }))),
);

/*
 * The ids stand in a condition of their own beside the join: whatever Postgres believes of the tenant, it then reads
 * these messages and no others.
 */
const RECORD = `
with event as materialized (
  select * from jsonb_to_recordset($2::jsonb) as given (
    id text, "messageId" text, type text, "occurredAt" timestamptz, error text, detail jsonb)
), transition as materialized (
  select * from jsonb_to_recordset($3::jsonb) as given (channel text, event text, state text, next text)
), moved as (
  update message m
  set status = coalesce((select next from transition t
                         where t.channel = m.channel and t.event = event.type and t.state = m.status), m.status),
      error = case when event.type = 'sent' then null else coalesce(event.error, m.error) end,
      sent_at = case when event.type = 'sent' then event."occurredAt" else m.sent_at end,
      updated_at = now()
  from event where m.tenant_id = $1 and m.id = any($4::text[]) and m.id = event."messageId"
  returning m.id, m.channel, m.environment, m.template_id as "templateId", m.sender, m.recipient, m.subject
), recorded as (
  insert into message_event (tenant_id, message_id, id, type, occurred_at, detail)
  select $1, event."messageId", event.id, event.type, event."occurredAt", event.detail
  from event join moved on moved.id = event."messageId"
)
select * from moved`;

/** The timeline of messages, inside a tenant's transaction. */
@Injectable()
export class MessageEventRepository {
  /**
   * Adds events, at most one a message, and moves the states of their messages; one statement. Events of messages that
   * do not exist are left out of the answer.
   */
  async record(tx: EntityManager, tenantId: TenantId, events: readonly NewMessageEvent[]): Promise<RecordedEvent[]> {
    const ids = events.map(({ messageId }) => messageId);
    const rows = await tx.query<MessageRow[]>(RECORD, [tenantId, JSON.stringify(events), TRANSITION_ROWS, ids]);
    const messages = new Map(rows.map((message) => [message.id, message]));
    return events.flatMap((event) => {
      const message = messages.get(event.messageId);
      return message ? [recordedOf(event, message)] : [];
    });
  }
}

/** Member by member: two spreads would cost as much as all the rest that is done for an event here. */
function recordedOf(event: NewMessageEvent, message: Omit<MessageRow, 'id'>): RecordedEvent {
  return {
    id: event.id,
    messageId: event.messageId,
    type: event.type,
    occurredAt: event.occurredAt,
    error: event.error,
    detail: event.detail,
    webhookData: event.webhookData,
    channel: message.channel,
    environment: message.environment,
    templateId: message.templateId,
    sender: message.sender,
    recipient: message.recipient,
    subject: message.subject,
  };
}

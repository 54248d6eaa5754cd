import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId, type Id, type TenantId } from '#libs/persistence';
import { TenantDatabase } from '#libs/tenancy';
import type { Attempted, DeliveryOutcome, PendingEmail } from './delivery.js';

const STATUS: Record<DeliveryOutcome['kind'], string> = { sent: 'sent', failed: 'failed', deferred: 'processing' };

/** A transition of a message, as its timeline and its webhooks tell it. */
export interface RecordedEvent {
  id: Id<'evt'>;
  messageId: string;
  type: string;
  occurredAt: Date;
  detail: Record<string, unknown>;
}

/** Delivery's view of messages: those still to be delivered, and what came of each attempt. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** Those of the messages that no earlier attempt has settled. */
  async pending(tenantId: TenantId, ids: readonly string[]): Promise<PendingEmail[]> {
    return this.database.runBare([tenantId], async (client) => {
      const { rows } = await client.query<PendingEmail>({
        name: 'pending-emails',
        text: `
          select m.id, m.environment, m.sender, m.recipient, m.subject, m.template_id as "templateId", m.created_at as "createdAt",
                 c.body_text as text, c.body_html as html, c.to_addresses as to, c.cc_addresses as cc,
                 c.reply_to as "replyTo", c.headers, c.attachments
          from message m join message_content c on c.tenant_id = m.tenant_id and c.id = m.content_id
          where m.tenant_id = $1 and m.id = any($2::text[]) and m.status in ('queued', 'processing')`,
        values: [tenantId, ids],
      });
      return rows;
    });
  }

  /** Records attempts: the state of each message and an event in its timeline. Returns the events. */
  async record(tx: EntityManager, tenantId: TenantId, attempts: readonly Attempted[]): Promise<RecordedEvent[]> {
    const occurredAt = new Date();
    const events = attempts.map(({ message, outcome }) => toEvent(message.id, outcome, occurredAt));
    await tx.query(
      `with attempt as (
         select * from jsonb_to_recordset($2::jsonb)
           as given (message_id text, event_id text, type text, status text, error text, detail jsonb)
       ), moved as (
         update message set status = attempt.status, error = attempt.error, updated_at = $3,
                sent_at = case when attempt.status = 'sent' then $3::timestamptz end
         from attempt where message.tenant_id = $1 and message.id = attempt.message_id
       )
       insert into message_event (tenant_id, message_id, id, type, occurred_at, detail)
       select $1, message_id, event_id, type, $3, detail from attempt`,
      [tenantId, JSON.stringify(attempts.map((attempt, index) => toRow(attempt, events[index]))), occurredAt],
    );
    return events;
  }
}

function toEvent(messageId: string, { kind, detail }: DeliveryOutcome, occurredAt: Date): RecordedEvent {
  return { id: newId('evt'), messageId, type: kind, occurredAt, detail };
}

function toRow({ message, outcome }: Attempted, event: RecordedEvent | undefined): object {
  return {
    message_id: message.id,
    event_id: event?.id,
    type: outcome.kind,
    status: STATUS[outcome.kind],
    error: outcome.kind === 'sent' ? null : outcome.reason,
    detail: outcome.detail,
  };
}

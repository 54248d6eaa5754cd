import { Injectable } from '@nestjs/common';
import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { EMAIL_FACTS } from './email-facts.sql.js';
import { postmarkInbound } from './postmark/postmark-inbound.js';
import { postmarkBody } from './postmark/postmark-body.js';
import { resendBody } from './resend/resend-body.js';
import { resendReceived } from './resend/resend-received.js';
import { sesRecord } from './ses/ses-record.js';
import { snsNotification } from './ses/sns-notification.js';
import { SnsSigner } from './ses/sns-signer.js';
import { type EmailFacts, factsOfEvent, type TheirEvent, type TheirReceived } from './their-event.js';
import type { TheirFormat, WebhookFormat } from './words.js';

/** Event that is to be told in formats of other services; each of them has a word for its type. */
export type EventToTell = Omit<TheirEvent, 'email'> | TheirReceived;

/** Bodies of events in the formats of other services. */
export type TheirBodies = (format: TheirFormat, eventId: string) => string;

/** Facts of e-mails by the ids of their messages. */
type Facts = ReadonlyMap<string, EmailFacts>;

const NO_FACTS: Facts = new Map();

/** Writes events in the formats of other services. */
@Injectable()
export class WebhookFormats {
  constructor(private readonly signer: SnsSigner) {}

  /** Makes what a format needs before it is used. */
  async prepare(format: WebhookFormat): Promise<void> {
    if (format === 'ses') await this.signer.prepare();
  }

  /** Writes each event once in each of its formats: one statement, in the caller's transaction of the tenant. */
  async write(
    tx: SqlExecutor,
    tenantId: TenantId,
    events: readonly (EventToTell & { formats: ReadonlySet<TheirFormat> })[],
  ): Promise<TheirBodies> {
    const facts = await this.listFacts(tx, tenantId, events);
    const bodies = new Map<string, string>();
    await Promise.all(
      events.flatMap((event) =>
        [...event.formats].map(async (format) => {
          bodies.set(`${format} ${event.id}`, await this.body(tenantId, format, event, facts));
        }),
      ),
    );
    return (format, eventId) => {
      const body = bodies.get(`${format} ${eventId}`);
      if (body === undefined) throw new Error(`An event was not written in the format ${format}`);
      return body;
    };
  }

  /** Writes one event whose e-mail is not stored. */
  async writeSample(tenantId: TenantId, format: TheirFormat, event: EventToTell): Promise<string> {
    return this.body(tenantId, format, event, NO_FACTS);
  }

  private async body(tenantId: TenantId, format: TheirFormat, told: EventToTell, facts: Facts): Promise<string> {
    if (told.type === 'email.received') return JSON.stringify(receivedBody(format, told));
    const event = { ...told, email: facts.get(told.data.MessageId) ?? factsOfEvent(told.data) };
    if (format === 'postmark') return JSON.stringify(postmarkBody(event));
    if (format === 'resend') return JSON.stringify(resendBody(event));
    const notification = snsNotification(tenantId, event.id, event.occurredAt, sesRecord(event));
    return JSON.stringify(await this.signer.sign(notification));
  }

  private async listFacts(tx: SqlExecutor, tenantId: TenantId, events: readonly EventToTell[]): Promise<Facts> {
    const ids = new Set(events.flatMap((event) => (event.type === 'email.received' ? [] : event.data.MessageId)));
    if (ids.size === 0) return NO_FACTS;
    const rows = await many<EmailFacts & { id: string }>(tx, EMAIL_FACTS, [tenantId, [...ids]]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** No endpoint in the format of SES, which has no word for it, asks for an e-mail that came. */
function receivedBody(format: TheirFormat, { data, occurredAt }: TheirReceived): object {
  return format === 'postmark' ? postmarkInbound(data) : resendReceived(data, occurredAt);
}

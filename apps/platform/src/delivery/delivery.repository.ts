import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database, type TenantId } from '#libs/persistence';
import { normalAddress } from '../suppressions/suppression.js';
import type { PendingMessage } from './delivery.js';

/** Delivery's view of messages. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  /**
   * Those of the messages that no earlier attempt has settled. Each content is looked up by its id (`offset 0` keeps
   * the look-up apart): planned as a join, it reads all contents of a tenant that has grown since the last analyze.
   */
  async pending(tenantId: TenantId, ids: readonly string[]): Promise<PendingMessage[]> {
    return this.database.tenants([tenantId], async (client) => {
      const { rows } = await client.query<PendingMessage>({
        name: 'pending-messages',
        text: `
          select m.tenant_id as "tenantId", m.id, m.environment, m.sender, m.recipient, m.subject,
                 m.template_id as "templateId", m.status in ('processing', 'sending') as "triedBefore",
                 m.created_at as "createdAt", m.scheduled_at as "scheduledAt", c.body_text as text, c.body_html as html, c.to_addresses as to,
                 c.cc_addresses as cc, c.reply_to as "replyTo", c.headers, c.attachments, c.data,
                 m.environment = 'live' and coalesce((select opens from tracking_setting where tenant_id = $1), false)
                   as "tracksOpens",
                 m.environment = 'live' and coalesce((select clicks from tracking_setting where tenant_id = $1), false)
                   as "tracksClicks",
                 (select true from suppression s where s.tenant_id = m.tenant_id and s.address = lower(m.recipient))
                   is not null as suppressed
          from message m, lateral (
            select * from message_content where tenant_id = m.tenant_id and id = m.content_id offset 0
          ) c
          where m.tenant_id = $1 and m.id = any($2::text[]) and m.status in ('queued', 'processing', 'sending')`,
        values: [tenantId, ids],
      });
      return this.withSuppressed(client, tenantId, rows);
    });
  }

  /**
   * The lower case of letters outside ASCII is this process's, as it was when the address was suppressed; Postgres's
   * follows the collation of the database.
   */
  private async withSuppressed(
    client: PoolClient,
    tenantId: TenantId,
    messages: readonly PendingMessage[],
  ): Promise<PendingMessage[]> {
    const addresses = messages.map(({ recipient }) => recipient).filter(isBeyondAscii);
    if (addresses.length === 0) return [...messages];
    const { rows } = await client.query<{ address: string }>(
      `select address from suppression where tenant_id = $1 and address = any($2::text[])`,
      [tenantId, addresses.map(normalAddress)],
    );
    const suppressed = new Set(rows.map(({ address }) => address));
    return messages.map((message) =>
      isBeyondAscii(message.recipient)
        ? { ...message, suppressed: suppressed.has(normalAddress(message.recipient)) }
        : message,
    );
  }
}

const isBeyondAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);

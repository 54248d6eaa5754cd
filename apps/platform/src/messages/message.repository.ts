import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  firstIdAt,
  idAt,
  positionOf,
  startBefore,
  toPage,
  type IdPrefix,
  type Page,
  type TenantId,
} from '#libs/persistence';
import type { Channel, Message, MessageContent, MessageEvent } from './message.js';

export const CHANNEL_PREFIX: Record<Channel, IdPrefix> = { email: 'msg', sms: 'sms', push: 'psh' };

const COLUMNS = `id, channel, status, environment, sender, recipient, subject, template_id as "templateId", tags, error,
  created_at as "createdAt", updated_at as "updatedAt", scheduled_at as "scheduledAt", sent_at as "sentAt"`;

const NEWEST = `select ${COLUMNS} from message where tenant_id = $1 and id < $2 and id >= $3 order by id desc`;

/** How many messages a filter looks at for one page: what Postgres reads in some tens of milliseconds. */
const LOOKED_AT = 50_000;

/** Ids made in a burst run a little ahead of the clock. */
const AHEAD_MS = 3_600_000;

export interface MessageFilter {
  channel: Channel;
  status?: string;
  /** A part of the subject, the sender or the recipient, without regard to case. */
  text?: string;
}

/** Reads of messages, inside a tenant's transaction. */
@Injectable()
export class MessageRepository {
  /**
   * A page of messages, newest first. Both ends of the id range are given, so that Postgres opens only the partitions
   * between them and reads the index backwards from where the page begins.
   *
   * A filter looks at a bounded number of messages. A page may therefore be short, or empty, and still have more
   * behind it: its cursor is where the look ended.
   */
  async page(
    tx: EntityManager,
    tenantId: TenantId,
    { channel, status, text }: MessageFilter,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<Message>> {
    const prefix = CHANNEL_PREFIX[channel];
    const before = startBefore(prefix, cursor) ?? firstIdAt(prefix, new Date(Date.now() + AHEAD_MS));
    const range: unknown[] = [tenantId, before, `${prefix}_`];
    const parameters = [...range, limit + 1];
    const conditions: string[] = [];
    if (status) conditions.push(`status = $${parameters.push(status)}`);
    if (text) {
      const pattern = `$${parameters.push(`%${escapeLike(text)}%`)}`;
      conditions.push(
        `(subject collate "pg_unicode_fast" ilike ${pattern} or recipient ilike ${pattern} or sender ilike ${pattern})`,
      );
    }
    if (conditions.length === 0) return toPage(await tx.query<Message[]>(`${NEWEST} limit $4`, parameters), limit);
    const looked = `select * from (${NEWEST} limit ${LOOKED_AT}) looked where ${conditions.join(' and ')}`;
    const page = toPage(await tx.query<Message[]>(`${looked} order by id desc limit $4`, parameters), limit);
    return page.hasMore ? page : { ...page, ...(await this.behindLook(tx, range)) };
  }

  /** Whether there are messages beyond those that a filter looked at, and where they begin. */
  private async behindLook(
    tx: EntityManager,
    range: unknown[],
  ): Promise<Pick<Page<Message>, 'hasMore' | 'nextCursor'>> {
    const [last] = await tx.query<{ id: string }[]>(`${NEWEST} offset ${LOOKED_AT - 1} limit 1`, range);
    return last ? { hasMore: true, nextCursor: positionOf(last.id) } : { hasMore: false, nextCursor: 0 };
  }

  async find(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
  ): Promise<{ message: Message; contentId: string } | undefined> {
    const [row] = await tx.query<(Message & { contentId: string })[]>(
      `select ${COLUMNS}, content_id as "contentId" from message where tenant_id = $1 and id = $2`,
      [tenantId, id],
    );
    return row && { message: row, contentId: row.contentId };
  }

  async content(tx: EntityManager, tenantId: TenantId, contentId: string): Promise<MessageContent> {
    const [row] = await tx.query<MessageContent[]>(
      `select body_text as text, body_html as html, to_addresses as to, cc_addresses as cc, reply_to as "replyTo",
              headers, attachments, data
       from message_content where tenant_id = $1 and id = $2`,
      [tenantId, contentId],
    );
    if (!row) throw new Error('A message has no content');
    return row;
  }

  /** What happened to a message after it was accepted, oldest first. */
  async events(tx: EntityManager, tenantId: TenantId, messageId: string): Promise<MessageEvent[]> {
    return tx.query(
      `select id, type, occurred_at as "occurredAt", detail from message_event
       where tenant_id = $1 and message_id = $2 and id > $3 order by id`,
      [tenantId, messageId, idAt('evt', positionOf(messageId))],
    );
  }
}

/** A text that LIKE takes as it is. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

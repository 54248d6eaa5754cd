import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { Database, idAt, isId, type Page, positionOf, type TenantId } from '#libs/persistence';
import type { ListedMessage } from './message-history.sql.js';
import { CHANNEL_PREFIX, CHANNELS, type Channel, type ListedEvent, type MessageDetail } from './message.js';
import type { Message } from './message.entity.js';
import { MessageRepository } from './message.repository.js';

export interface MessageListRequest {
  /** All channels when absent. */
  channel?: Channel;
  status?: string;
  q?: string;
  cursor?: number;
  limit: number;
}

/** The message history of a tenant. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessageRepository,
  ) {}

  async listPage(
    tenantId: TenantId,
    { channel, status, q, cursor, limit }: MessageListRequest,
  ): Promise<Page<ListedMessage>> {
    const channels = channel ? [channel] : CHANNELS;
    return this.database.tenant(tenantId, async (tx) => {
      const pages: Page<ListedMessage>[] = [];
      for (const one of channels) {
        pages.push(await this.messages.listPage(tx, tenantId, { channel: one, status, text: q }, cursor, limit));
      }
      return pages.length === 1 && pages[0] ? pages[0] : mergePages(pages, limit);
    });
  }

  /** @throws Problem NotFound for an id of another tenant, of another channel than the one given, or of nothing */
  async get(tenantId: TenantId, id: string, channel?: Channel): Promise<MessageDetail> {
    const channels = channel ? [channel] : CHANNELS;
    if (!channels.some((one) => isId(CHANNEL_PREFIX[one], id))) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const message = await this.messages.find(tx, tenantId, id);
      if (!message) throw new Problem('NotFound');
      const content = await this.messages.getContent(tx, tenantId, message.contentId);
      const events = await this.messages.listEvents(tx, tenantId, id);
      return { message, content, events: [acceptance(message), ...events] };
    });
  }
}

/** The first event of every timeline. It has no row: the message's own row records it. */
function acceptance({ id, createdAt }: Message): ListedEvent {
  return { id: idAt('evt', positionOf(id)), type: 'queued', occurredAt: createdAt, detail: null };
}

/**
 * Merges a page of each channel into one, newest first. It ends where the first channel that has more was read to, so
 * that no message is lost between pages.
 */
function mergePages(pages: readonly Page<ListedMessage>[], limit: number): Page<ListedMessage> {
  const readTo = Math.max(0, ...pages.filter(({ hasMore }) => hasMore).map(({ nextCursor }) => nextCursor));
  const merged = pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => positionOf(id) >= readTo)
    .sort((a, b) => positionOf(b.id) - positionOf(a.id));
  const items = merged.slice(0, limit);
  const last = items.at(-1);
  const hasMore = readTo > 0 || merged.length > limit;
  return { items, hasMore, nextCursor: hasMore ? (merged.length > limit && last ? positionOf(last.id) : readTo) : 0 };
}

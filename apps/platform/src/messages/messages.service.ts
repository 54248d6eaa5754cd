import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { Database, idAt, isId, type Page, positionOf, type TenantId } from '#libs/persistence';
import type { Channel, Message, MessageDetail, MessageEvent } from './message.js';
import { CHANNEL_PREFIX, MessageRepository } from './message.repository.js';

const CHANNELS = Object.keys(CHANNEL_PREFIX) as Channel[];

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

  async list(tenantId: TenantId, { channel, status, q, cursor, limit }: MessageListRequest): Promise<Page<Message>> {
    const channels = channel ? [channel] : CHANNELS;
    return this.database.tenant(tenantId, async (tx) => {
      const pages: Page<Message>[] = [];
      for (const one of channels) {
        pages.push(await this.messages.page(tx, tenantId, { channel: one, status, text: q }, cursor, limit));
      }
      return pages.length === 1 && pages[0] ? pages[0] : mergePages(pages, limit);
    });
  }

  /** @throws Problem NotFound for an id of another tenant, of another channel than the one given, or of nothing */
  async read(tenantId: TenantId, id: string, channel?: Channel): Promise<MessageDetail> {
    const channels = channel ? [channel] : CHANNELS;
    if (!channels.some((one) => isId(CHANNEL_PREFIX[one], id))) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const found = await this.messages.find(tx, tenantId, id);
      if (!found) throw new Problem('NotFound');
      const content = await this.messages.content(tx, tenantId, found.contentId);
      const events = await this.messages.events(tx, tenantId, id);
      return { message: found.message, content, events: [acceptance(found.message), ...events] };
    });
  }
}

/** The first event of every timeline. The message's own row records it, so there is no second row to say so. */
function acceptance({ id, createdAt }: Message): MessageEvent {
  return { id: idAt('evt', positionOf(id)), type: 'queued', occurredAt: createdAt, detail: null };
}

/**
 * One page out of a page of each channel, newest first. No message is lost between pages: the page ends where the first
 * of the channels that has more was read to.
 */
function mergePages(pages: readonly Page<Message>[], limit: number): Page<Message> {
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

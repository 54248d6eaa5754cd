import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentPrincipal, currentTenant } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import {
  type BoundedCount,
  Database,
  idAt,
  isId,
  type Page,
  type PageRequest,
  positionOf,
  sumOfCounts,
  type TenantId,
} from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import { madeIn } from '../made-in.js';
import { PushCredentials } from '../push-credentials/push-credentials.service.js';
import { topicAtFcm, topicOf } from '../push-credentials/topic.js';
import { countHappenings, type Happening, listHappenings } from './events/happenings.sql.js';
import type { MessageQuery } from './dto/list-messages.query.js';
import type { ListedMessage, MessageFilter } from './message-filter.sql.js';
import { CHANNEL_PREFIX, CHANNELS, type Channel } from '../channel.js';
import type { ListedEvent, MessageDetail, MessageWithEvents } from './message.js';
import type { Message } from './message.entity.js';
import { MessageRepository } from './message.repository.js';

export interface MessageListRequest extends MessageQuery, PageRequest {
  /** All channels when absent. */
  channel?: Channel;
}

/** Reader of the history of a tenant: a key, or a session, which has no environment. */
export interface Reader {
  tenant: { id: TenantId };
  environment?: 'live' | 'test';
}

/** The reader of the current request. */
export function currentReader(): Reader {
  const principal = currentPrincipal();
  return principal?.kind === 'key' ? principal : { tenant: currentTenant() };
}

/** The message history of a tenant. In production a test key sees test messages alone. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessageRepository,
    private readonly credentials: PushCredentials,
    private readonly config: PlatformConfig,
  ) {}

  async listPage(reader: Reader, request: MessageListRequest): Promise<Page<ListedMessage>> {
    return this.database.tenant(reader.tenant.id, (tx) => this.pageOf(tx, reader, request));
  }

  /** A page with the timelines of its messages, each oldest first: acceptance, and {@link EVENTS_IN_LIST} more at most. */
  async listPageWithEvents(reader: Reader, request: MessageListRequest): Promise<Page<MessageWithEvents>> {
    const tenantId = reader.tenant.id;
    return this.database.tenant(tenantId, async (tx) => {
      const { items, ...page } = await this.pageOf(tx, reader, request);
      const events = new Map(items.map((item) => [item.id, [acceptance(item)]]));
      const later = items.length === 0 ? [] : await this.messages.listEventsOf(tx, tenantId, [...events.keys()]);
      for (const event of later) events.get(event.messageId)?.push(event);
      return {
        ...page,
        items: items.map((item) => {
          const ofItem = events.get(item.id) ?? [];
          return { ...item, updatedAt: lastChange(item, ofItem), events: ofItem };
        }),
      };
    });
  }

  /** Counts the messages of a list. */
  async count(
    reader: Reader,
    { channel, ...query }: Omit<MessageListRequest, keyof PageRequest>,
  ): Promise<BoundedCount> {
    const tenantId = reader.tenant.id;
    const filter = this.filterFor(reader, query);
    if (!filter) return sumOfCounts([]);
    return this.database.tenant(tenantId, async (tx) => {
      const counts: BoundedCount[] = [];
      for (const one of channel ? [channel] : CHANNELS)
        counts.push(await this.messages.count(tx, tenantId, { channel: one, ...filter }));
      return sumOfCounts(counts);
    });
  }

  /** Events of a type of the newest messages of a list, and how many there are at least. See {@link listHappenings}. */
  async happenings(
    reader: Reader,
    { channel, ...query }: MessageQuery & { channel: Channel },
    type: string,
    window: { offset: number; count: number },
  ): Promise<{ items: Happening[]; total: number }> {
    const tenantId = reader.tenant.id;
    const filter = this.filterFor(reader, query);
    if (!filter) return { items: [], total: 0 };
    return this.database.tenant(tenantId, async (tx) => {
      const of = { channel, ...filter };
      const { atLeast } = await countHappenings(tx, tenantId, of, type);
      return { items: await listHappenings(tx, tenantId, of, type, window), total: atLeast };
    });
  }

  /** Narrows a query to what the reader may see; null if that is nothing. */
  filterFor(
    reader: Reader,
    { status, q, tag, campaign, environment, recipient, template, from, to, further }: MessageQuery,
  ): Omit<MessageFilter, 'channel'> | null {
    const visible = this.environmentFor(reader);
    if (visible && environment && environment !== visible) return null;
    return {
      status,
      text: q,
      tag,
      campaignId: campaign,
      environment: visible ?? environment,
      recipient: recipient?.trim() || undefined,
      templateId: template,
      acceptedIn: madeIn({ from, to }),
      further,
    };
  }

  /**
   * @throws Problem NotFound for an id of another tenant, of another channel than the one given, of an environment that the
   * reader does not see, or of nothing
   */
  async get(reader: Reader, id: string, channel?: Channel): Promise<MessageDetail> {
    const tenantId = reader.tenant.id;
    const environment = this.environmentFor(reader);
    const channels = channel ? [channel] : CHANNELS;
    if (!channels.some((one) => isId(CHANNEL_PREFIX[one], id))) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const message = await this.messages.find(tx, tenantId, id);
      if (!message || (environment && message.environment !== environment)) throw new Problem('NotFound');
      const content = await this.messages.getContent(tx, tenantId, message.contentId);
      const events = await this.messages.listEvents(tx, tenantId, id);
      const subscribeTo = await this.subscribeTo(tx, message);
      message.updatedAt = lastChange(message, events);
      return { message, content, subscribeTo, events: [acceptance(message), ...events] };
    });
  }

  private async pageOf(
    tx: EntityManager,
    reader: Reader,
    { channel, cursor, limit, order, ...query }: MessageListRequest,
  ): Promise<Page<ListedMessage>> {
    const tenantId = reader.tenant.id;
    const filter = this.filterFor(reader, query);
    if (!filter) return { items: [], nextCursor: 0, hasMore: false };
    const page = { cursor, limit, order };
    const all = channel ? null : await this.messages.listPageOfAllChannels(tx, tenantId, filter, page);
    if (all) return all;
    const pages: Page<ListedMessage>[] = [];
    for (const one of channel ? [channel] : CHANNELS) {
      pages.push(await this.messages.listPage(tx, tenantId, { channel: one, ...filter }, page));
    }
    return pages.length === 1 && pages[0] ? pages[0] : mergePages(pages, page);
  }

  /** Name of the topic to which apps subscribe; undefined for a message to no topic. */
  private async subscribeTo(tx: EntityManager, { tenantId, recipient }: Message): Promise<string | undefined> {
    const topic = topicOf(recipient);
    if (topic === undefined) return undefined;
    return topicAtFcm(tenantId, topic, await this.credentials.hasFcm(tx, tenantId));
  }

  /** The environment whose messages a reader sees; undefined for both. */
  private environmentFor({ environment }: Reader): 'test' | undefined {
    return environment === 'test' && this.config.isProduction ? 'test' : undefined;
  }
}

/** When something became of the message last. Its row is not written for an event that changes no state, as an open. */
const lastChange = (
  { updatedAt }: Pick<Message, 'updatedAt'>,
  events: readonly Pick<ListedEvent, 'occurredAt'>[],
): Date => new Date(Math.max(updatedAt.getTime(), ...events.map(({ occurredAt }) => occurredAt.getTime())));

/** The first event of every timeline. It has no row: the message's own row records it. */
export function acceptance({ id, createdAt }: Pick<Message, 'id' | 'createdAt'>): ListedEvent {
  return { id: idAt('evt', positionOf(id)), type: 'queued', occurredAt: createdAt, detail: null };
}

/**
 * Merges a page of each channel into one. It ends where the first channel that has more was read to, so that no message is
 * lost between pages.
 */
function mergePages(pages: readonly Page<ListedMessage>[], { limit, order }: PageRequest): Page<ListedMessage> {
  // Turned, so that the newest message has the least place, the order is one.
  const placeOf = (position: number) => (order?.direction === 'asc' ? position : -position);
  const ends = pages.filter(({ hasMore }) => hasMore).map(({ nextCursor }) => placeOf(nextCursor));
  const readTo = Math.min(...ends);
  const merged = pages
    .flatMap(({ items }) => items)
    .map((item) => ({ item, place: placeOf(positionOf(item.id)) }))
    .filter(({ place }) => place <= readTo)
    .sort((a, b) => a.place - b.place);
  const shown = merged.slice(0, limit);
  const items = shown.map(({ item }) => item);
  const end = merged.length > limit ? shown.at(-1)!.place : readTo;
  return end === Infinity
    ? { items, hasMore: false, nextCursor: 0 }
    : { items, hasMore: true, nextCursor: Math.abs(end) };
}

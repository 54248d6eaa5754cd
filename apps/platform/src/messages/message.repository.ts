import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import {
  type BoundedCount,
  idAt,
  positionOf,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { MessageEvent } from './events/message-event.entity.js';
import type { ListedMessage, MessageFilter } from './message-filter.sql.js';
import { listEventsOfMessages, type EventOfMessage } from './message-events.sql.js';
import { countMessages, listMessages, listMessagesOfAllChannels } from './message-history.sql.js';
import { Message } from './message.entity.js';
import { StoredContent } from './stored-content.entity.js';

/** A message is no longer cancelled this long before its time (milliseconds): a worker may be about to claim it. */
const CANCEL_MARGIN_MS = 1_000;

/** The rows of messages, their content and their timeline. */
@Injectable()
export class MessageRepository {
  /** See {@link listMessages}. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    filter: MessageFilter,
    page: PageRequest,
  ): Promise<Page<ListedMessage>> {
    return listMessages(tx, tenantId, filter, page);
  }

  /** See {@link listMessagesOfAllChannels}. */
  async listPageOfAllChannels(
    tx: EntityManager,
    tenantId: TenantId,
    filter: Omit<MessageFilter, 'channel'>,
    page: PageRequest,
  ): Promise<Page<ListedMessage> | null> {
    return listMessagesOfAllChannels(tx, tenantId, filter, page);
  }

  /** See {@link countMessages}. */
  async count(tx: EntityManager, tenantId: TenantId, filter: MessageFilter): Promise<BoundedCount> {
    return countMessages(tx, tenantId, filter);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Message | null> {
    return tx.findOneBy(Message, { tenantId, id });
  }

  async getContent(tx: EntityManager, tenantId: TenantId, contentId: string): Promise<StoredContent> {
    return tx.findOneByOrFail(StoredContent, { tenantId, id: contentId });
  }

  /** The events after acceptance, oldest first. */
  async listEvents(tx: EntityManager, tenantId: TenantId, messageId: string): Promise<MessageEvent[]> {
    const id = MoreThan(idAt('evt', positionOf(messageId)));
    return tx.find(MessageEvent, { where: { tenantId, messageId, id }, order: { id: 'ASC' } });
  }

  /** The events after acceptance of several messages; see {@link listEventsOfMessages}. */
  async listEventsOf(tx: EntityManager, tenantId: TenantId, messageIds: readonly string[]): Promise<EventOfMessage[]> {
    return listEventsOfMessages(tx, tenantId, messageIds);
  }

  /** A message that is scheduled for later and may be cancelled; null if it is not. */
  async lockScheduledForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Message | null> {
    const scheduledAt = MoreThan(new Date(Date.now() + CANCEL_MARGIN_MS));
    const where = { tenantId, id, status: 'queued', scheduledAt };
    return tx.findOne(Message, { where, lock: { mode: 'pessimistic_write' } });
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, newId } from '#libs/core/persistence';
import { smsSegments } from '#libs/messaging/sms';
import { PlatformConfig } from '../config.js';
import { UsageRepository } from '../usage/usage.repository.js';
import { EventCounts } from '../event-counts/event-counts.js';
import { MessageEvents } from './events/message-events.service.js';
import type { Message } from './message.entity.js';
import type { Channel } from '../channel.js';
import type { MessageDetail } from './message.js';
import { MessageRepository } from './message.repository.js';
import type { StoredContent } from './stored-content.entity.js';
import { MessagesService, type Reader } from './messages.service.js';

/** Cancels messages that are scheduled for later. */
@Injectable()
export class CancelService {
  constructor(
    private readonly database: Database,
    private readonly service: MessagesService,
    private readonly messages: MessageRepository,
    private readonly usage: UsageRepository,
    private readonly events: MessageEvents,
    private readonly counts: EventCounts,
    private readonly config: PlatformConfig,
  ) {}

  /**
   * Cancels a scheduled message; one that is cancelled already stays so.
   * @throws Problem NotFound; Conflict for a message that is not scheduled, or whose time has come
   */
  async cancel(reader: Reader, id: string, channel?: Channel): Promise<MessageDetail> {
    const { message, content } = await this.service.get(reader, id, channel);
    if (message.status !== 'cancelled')
      await this.database.tenant(reader.tenant.id, (tx) => this.cancelScheduled(tx, message, content));
    const detail = await this.service.get(reader, id, channel);
    // Of concurrent calls one cancels, and the others find the message cancelled.
    if (detail.message.status !== 'cancelled') {
      throw new Problem('Conflict', { message: 'Only a message whose SendAt is still to come can be cancelled' });
    }
    return detail;
  }

  private async cancelScheduled(
    tx: EntityManager,
    { tenantId, id: messageId }: Message,
    { bodyText }: StoredContent,
  ): Promise<void> {
    const message = await this.messages.lockScheduledForUpdate(tx, tenantId, messageId);
    if (!message) return;
    const event = { id: newId('evt'), messageId, type: 'cancelled', occurredAt: new Date(), error: null, detail: {} };
    await this.events.record(tx, tenantId, [event]);
    const isCounted = message.environment === 'live' || !this.config.isProduction;
    if (isCounted) await this.usage.decrement(tx, message, smsSegments(bodyText ?? '').segments);
    await this.counts.addCancelled(tx, tenantId, { ...message, isCounted });
  }
}

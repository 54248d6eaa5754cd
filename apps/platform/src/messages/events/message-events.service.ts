import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { messageData } from '../../events/event-data.js';
import { MESSAGE_EVENTS } from '../../events/event-types.js';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { type CountableEvent, EventCounts } from '../../event-counts/event-counts.js';
import { MessageReports } from '../../message-reports/message-reports.js';
import { TenantEvents } from '../../tenant-changes/tenant-events.js';
import { WebhookEvents } from '../../webhooks/webhook-events.service.js';
import { recordEvents, type NewMessageEvent, type RecordedEvent } from './record-events.sql.js';

/** Records what happens to messages, for delivery, returned reports and recipients' actions alike. */
@Injectable()
export class MessageEvents {
  constructor(
    private readonly counts: EventCounts,
    private readonly webhooks: WebhookEvents,
    private readonly reports: MessageReports,
    private readonly changes: TenantEvents,
    private readonly config: PlatformConfig,
  ) {}

  /**
   * Records events, at most one a message that moves it, in the caller's transaction: timeline, state, counts, webhooks and the CRM's
   * reports.
   * Returns those whose messages exist.
   */
  async record(tx: EntityManager, tenantId: TenantId, events: readonly NewMessageEvent[]): Promise<RecordedEvent[]> {
    if (events.length === 0) return [];
    const recorded = await recordEvents(tx, tenantId, events);
    await this.counts.add(
      tx,
      tenantId,
      recorded.filter(isCountable).map((event) => countableOf(event, this.isCounted(event.environment))),
    );
    const types = new Set(recorded.map(webhookType).filter((type) => MESSAGE_EVENTS.includes(type)));
    await this.webhooks.recordWanted(tx, tenantId, types, () => recorded.flatMap(toWebhook));
    await this.reports.send(
      tx,
      tenantId,
      recorded.filter(({ environment }) => this.isCounted(environment)),
    );
    this.tell(tx, tenantId, recorded);
    return recorded;
  }

  private tell(tx: EntityManager, tenantId: TenantId, recorded: readonly RecordedEvent[]): void {
    if (recorded.length === 0) return;
    const messageIds = recorded.map(({ messageId }) => messageId);
    this.changes.changed(tx, tenantId, 'messages.updated', messageIds);
    const campaignIds = new Set(recorded.flatMap(({ campaignId }) => campaignId ?? []));
    if (campaignIds.size > 0) this.changes.changed(tx, tenantId, 'campaigns.changed', campaignIds);
  }

  /** In production, messages of test keys count neither as usage nor in reports, and the CRM is not told of them. */
  private isCounted(environment: 'live' | 'test'): boolean {
    return environment === 'live' || !this.config.isProduction;
  }
}

/** A carrier tells apart whether it or the network could not deliver a text; to everybody else it failed. */
function shownType({ type }: RecordedEvent): string {
  return type === 'undelivered' ? 'failed' : type;
}

/** A message fails once, however many reports come of it, and not after it was delivered; what is repeated counts once. */
function isCountable(event: RecordedEvent): boolean {
  if (event.isRepeated) return false;
  return event.moved || shownType(event) !== 'failed';
}

/** Member by member, as `recordEvents` does. */
function countableOf(event: RecordedEvent, isCounted: boolean): CountableEvent {
  return {
    channel: event.channel,
    templateId: event.templateId,
    environment: event.environment,
    campaignId: event.campaignId,
    tags: event.tags,
    isCounted,
    reader: event.reader,
    type: shownType(event),
    occurredAt: event.occurredAt,
  };
}

const webhookType = (event: RecordedEvent): string => `${event.channel}.${shownType(event)}`;

function toWebhook(event: RecordedEvent) {
  const type = webhookType(event);
  if (!MESSAGE_EVENTS.includes(type)) return [];
  const { id, occurredAt, environment, context } = event;
  return [{ id, type, occurredAt, environment, data: messageData(event), context, isFirst: event.reader === 'first' }];
}

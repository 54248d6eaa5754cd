import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, type ContactChange, OnAppEvent, OnAppEvents } from '#libs/core/app-events';
import { newId } from '#libs/core/persistence';
import { crmContactData } from '../events/event-data.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import type { WebhookEvent } from '../webhooks/webhook-payload.js';

/** Passes what happens to contacts of the CRM on to the webhook endpoints that subscribed to it. */
@Injectable()
export class CrmEventsReceiver {
  constructor(private readonly webhooks: WebhookEvents) {}

  @OnAppEvent('crm.contact.promoted')
  async promoted(
    tx: EntityManager,
    { tenantId, occurredAt, payload: { contactId } }: AppEvent<'crm.contact.promoted'>,
  ): Promise<void> {
    const data = crmContactData(contactId);
    await this.webhooks.record(tx, tenantId, [{ id: newId('evt'), type: 'crm.contact.promoted', occurredAt, data }]);
  }

  /** Records the events of a batch for webhooks, in no more statements than those of one event. */
  @OnAppEvents('crm.contacts.changed')
  async changed(tx: EntityManager, events: readonly AppEvent<'crm.contacts.changed'>[]): Promise<void> {
    const [first] = events;
    if (!first) return;
    const all = events.flatMap(({ occurredAt, payload: { changes } }) =>
      changes.map((change) => toWebhookEvent(change, occurredAt)),
    );
    await this.webhooks.record(tx, first.tenantId, all);
  }
}

function toWebhookEvent({ kind, contactId, fields }: ContactChange, occurredAt: Date): WebhookEvent {
  const data = crmContactData(contactId, kind === 'updated' ? fields : undefined);
  return { id: newId('evt'), type: `crm.contact.${kind}`, occurredAt, data };
}

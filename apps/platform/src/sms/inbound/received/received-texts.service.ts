import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, isId, newId, type Page, type PageRequest, type TenantId } from '#libs/core/persistence';
import { receivedTextData } from '../../../events/received-text-data.js';
import { WebhookEvents } from '../../../webhooks/webhook-events.service.js';
import type { ReceivedText } from './received-text.entity.js';
import { ReceivedTextRepository, type ReceivedTextFilter } from './received-text.repository.js';

export type ArrivedText = Pick<ReceivedText, 'environment' | 'sender' | 'recipient' | 'body' | 'keyword'>;

/** The texts that came for a tenant. */
@Injectable()
export class ReceivedTextsService {
  constructor(
    private readonly database: Database,
    private readonly texts: ReceivedTextRepository,
    private readonly webhooks: WebhookEvents,
  ) {}

  /** Stores a text and tells webhooks of it, in the transaction that applies it. */
  async record(tx: EntityManager, tenantId: TenantId, arrived: ArrivedText): Promise<ReceivedText> {
    const text = await this.texts.insert(tx, tenantId, { ...arrived, receivedAt: new Date() });
    await this.webhooks.record(tx, tenantId, [
      {
        id: newId('evt'),
        type: 'sms.received',
        occurredAt: text.receivedAt,
        environment: text.environment,
        data: receivedTextData(text),
      },
    ]);
    return text;
  }

  async listPage(tenantId: TenantId, filter: ReceivedTextFilter, page: PageRequest): Promise<Page<ReceivedText>> {
    return this.database.tenant(tenantId, (tx) => this.texts.listFiltered(tx, tenantId, filter, page));
  }

  async find(tenantId: TenantId, id: string): Promise<ReceivedText | null> {
    if (!isId('itx', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.texts.find(tx, tenantId, id));
  }
}

import { Injectable } from '@nestjs/common';
import { firstIdAt, newId, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { ENGLISH, WebhookOptions, type WebhookTables } from '#libs/messaging/webhooks';
import { PlatformConfig } from '../../config.js';
import { TenantEvents } from '../../tenant-changes/tenant-events.js';

const TABLES: WebhookTables = {
  endpoint: 'webhook_endpoint',
  delivery: 'webhook_delivery',
  attempt: 'webhook_attempt',
  ids: 'text',
  payload: 'text',
  address: 'url',
  targetColumns: 'secret, previous_secret as "previousSecret", previous_secret_until as "previousSecretUntil"',
  onceByEvent: false,
  newId: () => newId('whd'),
  firstIdAt: (time) => firstIdAt('whd', time),
};

/** Webhooks of Platform: its tables, its texts, its limits. */
@Injectable()
export class PlatformWebhookOptions extends WebhookOptions {
  readonly tables = TABLES;
  readonly job = 'webhook.deliver';
  readonly texts = ENGLISH;
  readonly jobLeaseMs: number;
  readonly disableAfterDays: number;

  constructor(
    { jobLeaseMs, webhookDisableAfter }: PlatformConfig,
    private readonly changes: TenantEvents,
  ) {
    super();
    this.jobLeaseMs = jobLeaseMs;
    this.disableAfterDays = webhookDisableAfter;
  }

  override changed(tx: SqlExecutor, tenantId: TenantId, deliveryIds: readonly string[]): void {
    this.changes.changed(tx, tenantId, 'webhook_deliveries.changed', deliveryIds);
  }
}

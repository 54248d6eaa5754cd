import { Injectable } from '@nestjs/common';
import { firstIdAt, newId } from '#libs/core/persistence';
import { ENGLISH, WebhookOptions, type WebhookTables } from '#libs/messaging/webhooks';
import { PlatformConfig } from '../../config.js';

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

  constructor({ jobLeaseMs, webhookDisableAfter }: PlatformConfig) {
    super();
    this.jobLeaseMs = jobLeaseMs;
    this.disableAfterDays = webhookDisableAfter;
  }
}

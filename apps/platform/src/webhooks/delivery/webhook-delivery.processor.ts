import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { type DeliverWebhook, WebhookDeliveries } from '#libs/messaging/webhooks';

const CHUNK = 250;

/** Chunks at a time. Most take a moment; one with an endpoint that hangs takes the whole timeout. */
export const CHUNKS_AT_A_TIME = 24;

/** Delivers webhooks. */
@Injectable()
export class WebhookDeliveryProcessor {
  constructor(private readonly deliveries: WebhookDeliveries) {}

  @OnJob('webhook.deliver', { chunk: CHUNK, concurrency: CHUNKS_AT_A_TIME, context: 'none' })
  async deliver(batch: JobBatch<DeliverWebhook>): Promise<void> {
    await this.deliveries.deliver(batch);
  }
}

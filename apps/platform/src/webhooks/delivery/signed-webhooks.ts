import { Injectable } from '@nestjs/common';
import { signWebhook } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import {
  type DeliveryTarget,
  type PendingDelivery,
  type SentWebhook,
  WebhookSender,
  WebhookTransport,
} from '#libs/messaging/webhooks';
import { headersOfBody } from '../../webhook-formats/body-headers.js';
import { type SealedSecrets, WebhookSecrets } from '../webhook-secrets.js';

/** Signs deliveries with the secrets of their endpoints. */
@Injectable()
export class SignedWebhooks extends WebhookTransport {
  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
  ) {
    super();
  }

  send(
    tenantId: TenantId,
    { endpointId, eventId, eventType, payload }: PendingDelivery,
    target: DeliveryTarget & SealedSecrets,
  ): Promise<SentWebhook | undefined> {
    const body = String(payload);
    const now = new Date();
    const secrets = this.secrets.signing(tenantId, target, now);
    const timestamp = Math.floor(now.getTime() / 1000);
    const signed = signWebhook({ secrets, id: eventId, type: eventType, timestamp, body });
    const headers = headersOfBody(body, endpointId, signed);
    return this.sender.send({ url: target.address, eventId, headers, body });
  }
}

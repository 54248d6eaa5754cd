import { Injectable } from '@nestjs/common';
import { signWebhook } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import {
  type DeliveryTarget,
  type PendingDelivery,
  type RefusedDelivery,
  type SentWebhook,
  WebhookSender,
  WebhookTransport,
} from '#libs/messaging/webhooks';
import type { Destination } from '../destination.entity.js';
import { DestinationSeals } from './destination-seals.js';
import { ProviderTransports } from './provider-transports.js';

type Target = DeliveryTarget & Pick<Destination, 'provider' | 'config' | 'secret'>;
type Delivery = PendingDelivery & { isTest: boolean };

/** Sends deliveries: to webhooks signed if they have a secret, to providers in their own way. */
@Injectable()
export class DestinationTransport extends WebhookTransport {
  constructor(
    private readonly seals: DestinationSeals,
    private readonly providers: ProviderTransports,
    private readonly sender: WebhookSender,
  ) {
    super();
  }

  async send(
    tenantId: TenantId,
    { eventId, eventType, payload, isTest }: Delivery,
    { address, provider, config, secret: sealed }: Target,
  ): Promise<SentWebhook | RefusedDelivery | undefined> {
    const body = await this.seals.openPayload(tenantId, payload as Buffer);
    const secret = sealed && (await this.seals.openSecret(tenantId, sealed));
    if (provider !== null) {
      const transport = this.providers.find(provider);
      if (!transport) return { refused: 'O provedor não é mais oferecido.' };
      return transport.send({ eventId, payload: body, isTest, config: config ?? {}, secret });
    }
    const headers = headersOf(eventId, eventType, body, secret);
    const sent = await this.sender.send({ url: address, eventId, headers, body });
    // The answer may repeat what was sent, and would be kept in plain text.
    return sent && { ...sent, responseSnippet: null };
  }
}

/** Without a secret there is no signature. */
function headersOf(id: string, type: string, body: string, secret: string | null): Record<string, string> {
  if (secret === null) return { 'X-Service-Event': type, 'X-Service-Event-Id': id };
  return signWebhook({ secrets: secret, id, type, timestamp: Math.floor(Date.now() / 1000), body });
}

import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '#libs/http';
import { EVENTS } from '../../events/event-types.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';

export class WebhookView {
  @ApiProperty({ example: 'whk_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ format: 'uri' })
  Url: string;

  @ApiProperty({ type: String, isArray: true, enum: EVENTS.all })
  Events: string[];

  @ApiProperty()
  Active: boolean;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of({ id, url, events, active, createdAt, updatedAt }: WebhookEndpoint): WebhookView {
    return {
      Id: id,
      Url: url,
      Events: events,
      Active: active,
      CreatedAt: createdAt.toISOString(),
      UpdatedAt: updatedAt.toISOString(),
    };
  }
}

export class WebhookResponse {
  @ApiProperty({ type: WebhookView })
  Webhook: WebhookView;

  static of(endpoint: WebhookEndpoint): WebhookResponse {
    return { Webhook: WebhookView.of(endpoint) };
  }
}

export class CreatedWebhookResponse {
  @ApiProperty({ type: WebhookView })
  Webhook: WebhookView;

  @ApiProperty({ example: 'whsec_…', description: 'Signs the deliveries. It is not shown again.' })
  Secret: string;

  static of({ endpoint, secret }: { endpoint: WebhookEndpoint; secret: string }): CreatedWebhookResponse {
    return { Webhook: WebhookView.of(endpoint), Secret: secret };
  }
}

export class WebhookPageResponse extends pageOf('Webhooks', WebhookView) {}

export class RotatedSecretResponse {
  @ApiProperty({ example: 'whsec_…', description: 'Signs from now on. It is not shown again.' })
  Secret: string;

  @ApiProperty({ format: 'date-time', description: 'Until then the previous secret signs beside it.' })
  PreviousSecretExpiresAt: string;

  static of({ secret, previousUntil }: { secret: string; previousUntil: Date }): RotatedSecretResponse {
    return { Secret: secret, PreviousSecretExpiresAt: previousUntil.toISOString() };
  }
}

export class QueuedDeliveryResponse {
  @ApiProperty({ example: 'whd_0c7b3f19ad62e04f' })
  DeliveryId: string;
}

export class ReplayResponse {
  @ApiProperty({ type: 'integer', description: 'How many events are delivered once more.' })
  Count: number;
}

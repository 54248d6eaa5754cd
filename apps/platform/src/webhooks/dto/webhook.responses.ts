import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import { EVENTS } from '../../events/event-types.js';
import { FORMATS, type WebhookFormat } from '../../webhook-formats/words.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';

@GraphqlObject('Webhook', 'An endpoint to which events are delivered.')
export class WebhookView {
  @ApiProperty({ example: 'whk_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({
    enum: ['live', 'test'],
    description: '`test`: made by a test key in production; events of test messages alone. `live`: all events.',
  })
  Environment: 'live' | 'test';

  @ApiProperty({ format: 'uri' })
  Url: string;

  @ApiProperty({ type: String, isArray: true, enum: EVENTS.all })
  Events: string[];

  @ApiProperty({
    type: String,
    enum: FORMATS,
    description: 'Form of the bodies: our own, `service`, or the one in which another service tells of the event.',
  })
  Format: WebhookFormat;

  @ApiProperty()
  Active: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it first failed since it last answered with 2xx; null if it did so the last time.',
  })
  FailingSince: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was switched off because it had failed for days. `Active: true` switches it on again.',
  })
  DisabledAt: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of(endpoint: WebhookEndpoint): WebhookView {
    const { id, environment, url, events, format, active, failingSince, disabledAt, createdAt, updatedAt } = endpoint;
    return {
      Id: id,
      Environment: environment,
      Url: url,
      Events: events,
      Format: format,
      Active: active,
      FailingSince: failingSince?.toISOString() ?? null,
      DisabledAt: disabledAt?.toISOString() ?? null,
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

@GraphqlObject('CreatedWebhook')
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

@GraphqlObject('RotatedWebhookSecret')
export class RotatedSecretResponse {
  @ApiProperty({ example: 'whsec_…', description: 'Signs from now on. It is not shown again.' })
  Secret: string;

  @ApiProperty({ format: 'date-time', description: 'Until then the previous secret signs beside it.' })
  PreviousSecretExpiresAt: string;

  static of({ secret, previousUntil }: { secret: string; previousUntil: Date }): RotatedSecretResponse {
    return { Secret: secret, PreviousSecretExpiresAt: previousUntil.toISOString() };
  }
}

@GraphqlObject('QueuedWebhookDelivery')
export class QueuedDeliveryResponse {
  @ApiProperty({ example: 'whd_0c7b3f19ad62e04f' })
  DeliveryId: string;
}

@GraphqlObject('ReplayedWebhookEvents')
export class ReplayResponse {
  @ApiProperty({ type: 'integer', description: 'How many events are delivered once more.' })
  Count: number;
}

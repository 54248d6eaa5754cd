import { ApiProperty } from '@nestjs/swagger';
import { EVENTS } from '../../events/event-types.js';

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
}

export class WebhookResponse {
  @ApiProperty({ type: WebhookView })
  Webhook: WebhookView;
}

export class CreatedWebhookResponse extends WebhookResponse {
  @ApiProperty({ example: 'whsec_…', description: 'Signs the deliveries. It is not shown again.' })
  Secret: string;
}

export class WebhookPageResponse {
  @ApiProperty({ type: [WebhookView] })
  Webhooks: WebhookView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class RotatedSecretResponse {
  @ApiProperty({ example: 'whsec_…', description: 'Signs from now on. It is not shown again.' })
  Secret: string;

  @ApiProperty({ format: 'date-time', description: 'Until then the secret before signs beside it.' })
  PreviousSecretExpiresAt: string;
}

export class QueuedDeliveryResponse {
  @ApiProperty({ example: 'whd_0c7b3f19ad62e04f' })
  DeliveryId: string;
}

export class ReplayResponse {
  @ApiProperty({ type: 'integer', description: 'How many events are delivered once more.' })
  Count: number;
}

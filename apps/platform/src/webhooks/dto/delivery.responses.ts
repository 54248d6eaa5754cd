import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import { DELIVERY_STATUSES } from '#libs/messaging/webhooks';
import { EVENTS } from '../../events/event-types.js';
import type { WebhookAttempt } from '../delivery/webhook-attempt.entity.js';
import type { WebhookDelivery } from '../delivery/webhook-delivery.entity.js';
import type { ListedDelivery } from '../delivery/webhook-delivery.repository.js';

@GraphqlObject('WebhookDelivery', 'An event for one endpoint.')
export class DeliveryView {
  @ApiProperty({ example: 'whd_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'evt_0c7b3f19ad62e04f', description: 'The same on every attempt and when sent again.' })
  EventId: string;

  @ApiProperty({ type: String, enum: EVENTS.all })
  EventType: string;

  @ApiProperty({ type: String, enum: DELIVERY_STATUSES })
  Status: string;

  @ApiProperty({ type: 'integer', description: 'How many attempts were made.' })
  Attempts: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Status of the last answer; null without one.' })
  ResponseStatus: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'What was wrong with the last attempt.' })
  Error: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  LastAttemptAt: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null once no attempt follows.' })
  NextAttemptAt: string | null;

  static of(delivery: ListedDelivery): DeliveryView {
    return {
      Id: delivery.id,
      EventId: delivery.eventId,
      EventType: delivery.eventType,
      Status: delivery.status,
      Attempts: delivery.attempts,
      ResponseStatus: delivery.responseStatus,
      Error: delivery.error,
      CreatedAt: delivery.createdAt.toISOString(),
      LastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
      NextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('WebhookDeliveryAttempt')
export class DeliveryAttemptView {
  @ApiProperty({ type: 'integer', description: 'From 1.' })
  Number: number;

  @ApiProperty({ format: 'date-time' })
  AttemptedAt: string;

  @ApiProperty({ type: 'integer' })
  DurationMs: number;

  @ApiProperty({ type: 'integer', nullable: true })
  ResponseStatus: number | null;

  @ApiProperty({ type: String, nullable: true })
  Error: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The first 1024 characters of the answer.' })
  ResponseSnippet: string | null;

  static of(attempt: WebhookAttempt): DeliveryAttemptView {
    return {
      Number: attempt.number,
      AttemptedAt: attempt.attemptedAt.toISOString(),
      DurationMs: attempt.durationMs,
      ResponseStatus: attempt.responseStatus,
      Error: attempt.error,
      ResponseSnippet: attempt.responseSnippet,
    };
  }
}

@GraphqlObject('WebhookDeliveryDetail', 'A delivery with its payload and its attempts.')
export class DeliveryDetailView extends DeliveryView {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The body that is sent.' })
  Payload: Record<string, unknown>;

  @ApiProperty({ type: [DeliveryAttemptView], description: 'Oldest first.' })
  AttemptLog: DeliveryAttemptView[];
}

export class DeliveryPageResponse extends pageOf('Deliveries', DeliveryView) {}

export class DeliveryDetailResponse {
  @ApiProperty({ type: DeliveryDetailView })
  Delivery: DeliveryDetailView;

  static of({ delivery, attempts }: { delivery: WebhookDelivery; attempts: WebhookAttempt[] }): DeliveryDetailResponse {
    return {
      Delivery: {
        ...DeliveryView.of(delivery),
        Payload: JSON.parse(delivery.payload) as Record<string, unknown>,
        AttemptLog: attempts.map((attempt) => DeliveryAttemptView.of(attempt)),
      },
    };
  }
}

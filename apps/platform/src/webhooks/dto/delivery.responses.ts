import { ApiProperty } from '@nestjs/swagger';
import { EVENTS } from '../../events/event-types.js';
import { DELIVERY_STATUSES } from '../webhook.js';

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
}

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
}

export class DeliveryDetailView extends DeliveryView {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The body that is sent.' })
  Payload: Record<string, unknown>;

  @ApiProperty({ type: [DeliveryAttemptView], description: 'Oldest first.' })
  AttemptLog: DeliveryAttemptView[];
}

export class DeliveryPageResponse {
  @ApiProperty({ type: [DeliveryView] })
  Deliveries: DeliveryView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class DeliveryDetailResponse {
  @ApiProperty({ type: DeliveryDetailView })
  Delivery: DeliveryDetailView;
}

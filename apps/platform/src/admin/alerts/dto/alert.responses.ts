import { ApiProperty } from '@nestjs/swagger';
import { ALERT_METRICS, ALERT_OPERATORS } from '../alert.js';

const METRICS = Object.keys(ALERT_METRICS);

class ConditionView {
  @ApiProperty({ example: 'Many bounces' })
  Name: string;

  @ApiProperty({ type: String, enum: METRICS })
  Metric: string;

  @ApiProperty({ type: String, enum: ALERT_OPERATORS })
  Operator: string;

  @ApiProperty({ example: 0.05 })
  Threshold: number;

  @ApiProperty({ type: 'integer', example: 60 })
  WindowMinutes: number;
}

export class AlertView extends ConditionView {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty()
  Active: boolean;

  @ApiProperty({ enum: ['ok', 'firing'] })
  State: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'As last looked at; null when there was too little to tell.',
  })
  Value: number | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  EvaluatedAt: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;
}

export class AlertResponse {
  @ApiProperty({ type: AlertView })
  Alert: AlertView;
}

export class AlertsResponse {
  @ApiProperty({ type: [AlertView] })
  Alerts: AlertView[];
}

export class AlertEventView extends ConditionView {
  @ApiProperty({ format: 'uuid' })
  AlertId: string;

  @ApiProperty({ enum: ['fired', 'recovered'] })
  Type: string;

  @ApiProperty({ type: Number, nullable: true })
  Value: number | null;

  @ApiProperty({ description: 'Why it ceased, where that was not the metric.' })
  Reason: string;

  @ApiProperty({ format: 'date-time' })
  OccurredAt: string;
}

export class AlertEventPageResponse {
  @ApiProperty({ type: [AlertEventView] })
  Events: AlertEventView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

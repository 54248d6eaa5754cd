import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { AlertEvent } from '../alert-event.entity.js';
import type { AlertRule } from '../alert-rule.entity.js';
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

@GraphqlObject('PlatformAlert', 'A rule about the platform, and whether it fires.')
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
    description: 'At the last evaluation; null when there was too little data.',
  })
  Value: number | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  EvaluatedAt: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of(rule: AlertRule): AlertView {
    return {
      Id: rule.id,
      Name: rule.name,
      Metric: rule.metric,
      Operator: rule.operator,
      Threshold: rule.threshold,
      WindowMinutes: rule.windowMinutes,
      Active: rule.active,
      State: rule.state,
      Value: rule.value,
      EvaluatedAt: rule.evaluatedAt?.toISOString() ?? null,
      CreatedAt: rule.createdAt.toISOString(),
      UpdatedAt: rule.updatedAt.toISOString(),
    };
  }
}

export class AlertResponse {
  @ApiProperty({ type: AlertView })
  Alert: AlertView;
}

export class AlertsResponse {
  @ApiProperty({ type: [AlertView] })
  Alerts: AlertView[];
}

@GraphqlObject('PlatformAlertEvent')
export class AlertEventView extends ConditionView {
  @ApiProperty({ format: 'uuid' })
  AlertId: string;

  @ApiProperty({ enum: ['fired', 'recovered'] })
  Type: string;

  @ApiProperty({ type: Number, nullable: true })
  Value: number | null;

  @ApiProperty({ description: 'Why it recovered, if not by its value.' })
  Reason: string;

  @ApiProperty({ format: 'date-time' })
  OccurredAt: string;

  static of(event: AlertEvent): AlertEventView {
    return {
      AlertId: event.ruleId,
      Name: event.name,
      Metric: event.metric,
      Operator: event.operator,
      Threshold: event.threshold,
      WindowMinutes: event.windowMinutes,
      Type: event.type,
      Value: event.value,
      Reason: event.reason,
      OccurredAt: event.occurredAt.toISOString(),
    };
  }
}

export class AlertEventPageResponse extends pageOf('Events', AlertEventView) {}

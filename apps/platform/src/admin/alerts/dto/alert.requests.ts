import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import { Decimal, Flag, Integer, MayBeAbsent, OneOf, pageQuery, QueryUuid, Text } from '#libs/core/http';
import { ALERT_METRICS, ALERT_OPERATORS, type AlertMetric, type AlertOperator } from '../alert.js';

const METRICS = Object.keys(ALERT_METRICS);
const EXPLAINED = Object.entries(ALERT_METRICS)
  .map(([name, what]) => `${name}: ${what}`)
  .join('; ');
const WEEK = 7 * 24 * 60;

@GraphqlInput('PlatformAlertInput')
export class AlertRequest {
  @Text({ min: 1, max: 100, example: 'Many bounces' })
  Name: string;

  @OneOf(METRICS, { description: `${EXPLAINED}. Shares of fewer than 20 are not judged.` })
  Metric: AlertMetric;

  @OneOf(ALERT_OPERATORS, { description: 'The rule fires while the metric is so to the threshold.' })
  Operator: AlertOperator;

  @Decimal({ min: -1e12, max: 1e12, example: 0.05 })
  Threshold: number;

  @Integer({ min: 1, max: WEEK, example: 60, description: 'How far back the metric looks, where it looks back.' })
  WindowMinutes: number;

  @MayBeAbsent()
  @Flag({ description: 'True when absent. A rule that is not active is not looked at.' })
  Active?: boolean;
}

@ArgsType()
export class AlertEventFilters {
  @QueryUuid({ description: 'Of one rule alone.' })
  rule?: string;
}

export class ListAlertEventsQuery extends pageQuery(200, AlertEventFilters) {}

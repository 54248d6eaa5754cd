import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { RatesObject, TotalsObject } from '../../../reports/dto/report.responses.js';
import { QueueView } from '../../dead-letters/dto/dead-letter.responses.js';

@GraphqlObject('MetricTenants')
export class TenantCountsView {
  @ApiProperty({ type: 'integer' })
  Active: number;

  @ApiProperty({ type: 'integer' })
  Trial: number;

  @ApiProperty({ type: 'integer' })
  Suspended: number;

  @ApiProperty({ type: 'integer' })
  Total: number;
}

@GraphqlObject('MetricChannel')
export class ChannelView {
  @ApiProperty({ type: TotalsObject })
  Totals: TotalsObject;

  @ApiProperty({ type: RatesObject })
  Rates: RatesObject;
}

@GraphqlObject('MetricChannels')
export class ChannelsView {
  @ApiProperty({ type: ChannelView })
  email: ChannelView;

  @ApiProperty({ type: ChannelView })
  sms: ChannelView;

  @ApiProperty({ type: ChannelView })
  push: ChannelView;
}

@GraphqlObject('MetricWebhooks')
export class WebhooksView {
  @ApiProperty({ type: 'integer', format: 'int64' })
  Delivered: number;

  @ApiProperty({ type: 'integer', description: 'Failed, and to be tried again.' })
  Pending: number;

  @ApiProperty({ type: 'integer', description: 'Failed for the last time.' })
  Failed: number;

  @ApiProperty({ type: Number, nullable: true, description: 'Share of attempts that were answered well.' })
  SuccessRate: number | null;
}

@GraphqlObject('MetricWindow')
export class WindowView {
  @ApiProperty({ type: 'integer', description: 'How far back it reaches.', example: 60 })
  Minutes: number;

  @ApiProperty({ type: ChannelsView })
  ByChannel: ChannelsView;

  @ApiProperty({ type: WebhooksView, description: 'Attempts to deliver webhooks.' })
  Webhooks: WebhooksView;
}

@GraphqlObject('PlatformMetrics')
export class MetricsView {
  @ApiProperty({ format: 'date-time' })
  At: string;

  @ApiProperty({ type: TenantCountsView, nullable: true, description: 'Null while identity does not answer.' })
  Tenants: TenantCountsView | null;

  @ApiProperty({ type: [WindowView], description: 'The last hour, day and week.' })
  Windows: WindowView[];

  @ApiProperty({ type: [QueueView] })
  Queues: QueueView[];

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Calls of the sending routes in this month (UTC).' })
  ApiCalls: number;
}

export class MetricsResponse {
  @ApiProperty({ type: MetricsView })
  Metrics: MetricsView;
}

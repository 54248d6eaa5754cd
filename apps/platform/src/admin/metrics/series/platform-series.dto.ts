import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { QueryEnum, QueryText, QueryTimestamp } from '#libs/core/http';
import type { Channel } from '../../../channel.js';
import { type PlatformPoint, SERIES_INTERVALS, type SeriesInterval } from './platform-series.service.js';

@ArgsType()
export class PlatformSeriesQuery {
  @QueryTimestamp({ description: 'Two days before `to` by the hour, thirty by the day, unless given.' })
  from?: string;

  @QueryTimestamp({ description: 'Now unless given.' })
  to?: string;

  @QueryEnum([...SERIES_INTERVALS], { default: 'hour' })
  interval: SeriesInterval;

  @QueryEnum(['email', 'sms', 'push'])
  channel?: Channel;

  @QueryText({
    max: 100,
    description: 'The kind of job whose queue is shown, as workQueues names it; all unless given.',
  })
  queue?: string;
}

@GraphqlObject('PlatformPoint', 'Figures of the whole platform in one hour or day, in UTC.')
export class PlatformPointObject {
  @ApiProperty({ format: 'date-time', description: 'When it begins.' })
  At: string;

  @ApiProperty({ type: 'integer' })
  Accepted: number;

  @ApiProperty({ type: 'integer' })
  Sent: number;

  @ApiProperty({ type: 'integer' })
  Delivered: number;

  @ApiProperty({ type: 'integer' })
  Failed: number;

  @ApiProperty({ type: 'integer' })
  Bounced: number;

  @ApiProperty({ type: 'integer' })
  Complained: number;

  @ApiProperty({ type: 'integer', description: 'Webhooks that were delivered.' })
  WebhooksDelivered: number;

  @ApiProperty({
    type: 'integer',
    description: 'Attempts to deliver webhooks that failed, for the time being or for good.',
  })
  WebhooksFailed: number;

  @ApiProperty({ type: 'integer', description: 'The most jobs that were due at a time.' })
  Queued: number;

  @ApiProperty({ type: 'integer', description: 'The most dead letters that there were at a time.' })
  Dead: number;

  @ApiProperty({ type: 'integer', description: 'The longest that a due job had waited, in seconds.' })
  OldestSeconds: number;

  static of({ at, messages, webhooks, due, dead, oldestSeconds }: PlatformPoint): PlatformPointObject {
    const count = (event: string) => messages.get(event) ?? 0;
    return {
      At: at.toISOString(),
      Accepted: count('accepted'),
      Sent: count('sent'),
      Delivered: count('delivered'),
      Failed: count('failed'),
      Bounced: count('bounced'),
      Complained: count('complained'),
      WebhooksDelivered: webhooks.get('delivered') ?? 0,
      WebhooksFailed: (webhooks.get('pending') ?? 0) + (webhooks.get('failed') ?? 0),
      Queued: due,
      Dead: dead,
      OldestSeconds: oldestSeconds,
    };
  }
}

export class PlatformSeriesResponse {
  @ApiProperty({ type: [PlatformPointObject] })
  Points: PlatformPointObject[];
}

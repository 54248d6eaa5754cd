import { QueryEnum, QueryInteger, QueryTimestamp } from '#libs/http';
import type { Channel } from '../../messages/message.js';
import type { Interval } from '../report.js';

const CHANNELS = ['email', 'sms', 'push'];

export class PeriodQuery {
  @QueryTimestamp({ description: 'Thirty days before `to` unless given; whole hours are counted.' })
  from?: string;

  @QueryTimestamp({ description: 'Now unless given.' })
  to?: string;
}

export class TimeseriesQuery extends PeriodQuery {
  @QueryEnum(CHANNELS)
  channel?: Channel;

  @QueryEnum(['hour', 'day', 'week', 'month'], { default: 'day' })
  interval: Interval;
}

export class TopTemplatesQuery extends PeriodQuery {
  @QueryEnum(CHANNELS)
  channel?: Channel;

  @QueryInteger({ min: 1, max: 100, default: 10 })
  limit: number;
}

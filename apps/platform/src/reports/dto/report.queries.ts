import { ArgsType } from '@nestjs/graphql';
import { QueryEnum, QueryInteger, QueryText, QueryTimestamp } from '#libs/core/http';
import { QueryCampaign, QueryEnvironment, QueryTag } from '../../messages/dto/list-messages.query.js';
import type { Channel } from '../../channel.js';
import { DIMENSIONS, type Dimension } from '../../event-counts/group.js';
import type { GroupFilter, GroupList } from '../report-group.js';
import type { Interval } from '../report.js';

const CHANNELS = ['email', 'sms', 'push'];

@ArgsType()
export class PeriodQuery {
  @QueryTimestamp({ description: 'Thirty days before `to` unless given; whole hours are counted.' })
  from?: string;

  @QueryTimestamp({ description: 'Now unless given.' })
  to?: string;
}

/** One group at most. */
@ArgsType()
export class OverviewQuery extends PeriodQuery implements GroupFilter {
  @QueryTag()
  tag?: string;

  @QueryCampaign()
  campaign?: string;

  @QueryEnvironment()
  environment?: 'live' | 'test';
}

@ArgsType()
export class TimeseriesQuery extends OverviewQuery {
  @QueryEnum(CHANNELS)
  channel?: Channel;

  @QueryEnum(['hour', 'day', 'week', 'month'], { default: 'day' })
  interval: Interval;
}

@ArgsType()
export class GroupsQuery extends PeriodQuery implements GroupList {
  @QueryEnum([...DIMENSIONS], { default: 'campaign', description: 'What the messages of a group have in common.' })
  by: Dimension;

  @QueryText({ max: 64, pattern: /^[^:]+$/, form: 'must have no colon', description: 'With by=tag: the key.' })
  key?: string;

  @QueryEnum(CHANNELS)
  channel?: Channel;

  @QueryInteger({ min: 1, max: 100, default: 10 })
  limit: number;
}

@ArgsType()
export class TopTemplatesQuery extends PeriodQuery {
  @QueryEnum(CHANNELS)
  channel?: Channel;

  @QueryInteger({ min: 1, max: 100, default: 10 })
  limit: number;
}

import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';

const COUNT = { type: 'integer', format: 'int64' } as const;
const SHARE = {
  type: Number,
  nullable: true,
  description: '0 to 1; null where there is nothing to divide by.',
} as const;

@GraphqlObject('ReportTotals')
export class TotalsObject {
  @ApiProperty(COUNT)
  Accepted: number;

  @ApiProperty(COUNT)
  Sent: number;

  @ApiProperty(COUNT)
  Delivered: number;

  @ApiProperty(COUNT)
  Failed: number;

  @ApiProperty(COUNT)
  Bounced: number;

  @ApiProperty(COUNT)
  Complained: number;

  @ApiProperty(COUNT)
  Opened: number;

  @ApiProperty(COUNT)
  Clicked: number;

  @ApiProperty(COUNT)
  Unsubscribed: number;

  @ApiProperty({ ...COUNT, description: 'Opened without what proxies, prefetchers and scanners loaded.' })
  HumanOpened: number;

  @ApiProperty({ ...COUNT, description: 'Clicked without what scanners followed.' })
  HumanClicked: number;

  @ApiProperty({ ...COUNT, description: 'Messages that a reader opened, each once.' })
  UniqueOpened: number;

  @ApiProperty({ ...COUNT, description: 'Messages in which a reader clicked, each once.' })
  UniqueClicked: number;
}

const TIMES = {
  type: Number,
  nullable: true,
  description: 'Times for each message sent, all events counted: more than 1 where readers come back.',
} as const;

/** Sent is a share of Accepted, the others of Sent. */
@GraphqlObject('ReportRates')
export class RatesObject {
  @ApiProperty(SHARE)
  Sent: number | null;

  @ApiProperty(SHARE)
  Delivered: number | null;

  @ApiProperty(SHARE)
  Bounced: number | null;

  @ApiProperty(SHARE)
  Complained: number | null;

  @ApiProperty(TIMES)
  Opened: number | null;

  @ApiProperty(TIMES)
  Clicked: number | null;

  @ApiProperty(SHARE)
  Unsubscribed: number | null;
}

@GraphqlObject('ReportByChannel')
export class ByChannelObject {
  @ApiProperty({ type: TotalsObject })
  email: TotalsObject;

  @ApiProperty({ type: TotalsObject })
  sms: TotalsObject;

  @ApiProperty({ type: TotalsObject })
  push: TotalsObject;
}

@GraphqlObject('ReportOverview')
export class OverviewResponse {
  @ApiProperty({ format: 'date-time' })
  From: string;

  @ApiProperty({ format: 'date-time' })
  To: string;

  @ApiProperty({ type: TotalsObject })
  Totals: TotalsObject;

  @ApiProperty({ type: RatesObject })
  Rates: RatesObject;

  @ApiProperty({ type: ByChannelObject })
  ByChannel: ByChannelObject;
}

@GraphqlObject('ReportPoint')
export class PointObject extends TotalsObject {
  @ApiProperty({ format: 'date-time', description: 'Beginning of the interval, in UTC.' })
  At: string;
}

export class TimeseriesResponse {
  @ApiProperty({ type: [PointObject] })
  Points: PointObject[];
}

@GraphqlObject('ReportTemplate')
export class TopTemplateObject {
  @ApiProperty({ example: 'tpl_0c7b3f19ad62e04f' })
  TemplateId: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null when the template was removed.' })
  Name: string | null;

  @ApiProperty({ type: TotalsObject })
  Totals: TotalsObject;

  @ApiProperty({ type: RatesObject })
  Rates: RatesObject;
}

export class TopTemplatesResponse {
  @ApiProperty({ type: [TopTemplateObject] })
  Templates: TopTemplateObject[];
}

@GraphqlObject('ReportGroup')
export class GroupObject {
  @ApiProperty({ description: 'A tag as key:value, the id of a campaign, or the environment.' })
  Value: string;

  @ApiProperty({ type: TotalsObject })
  Totals: TotalsObject;

  @ApiProperty({ type: RatesObject })
  Rates: RatesObject;
}

export class GroupsResponse {
  @ApiProperty({ type: [GroupObject] })
  Groups: GroupObject[];
}

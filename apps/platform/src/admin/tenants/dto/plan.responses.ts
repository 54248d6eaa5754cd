import { ApiProperty } from '@nestjs/swagger';

const limit = (description: string) => ({ type: 'integer', nullable: true, description }) as const;

export class PlanQuota {
  @ApiProperty(limit('E-mails a month; null is without a limit, 0 that the plan lacks the channel.'))
  Email: number | null;

  @ApiProperty(limit('Texts a month.'))
  Sms: number | null;

  @ApiProperty(limit('Push messages a month.'))
  Push: number | null;
}

export class PlanRates {
  @ApiProperty(limit('Calls that send.'))
  Send: number | null;

  @ApiProperty(limit('Calls that read.'))
  Read: number | null;

  @ApiProperty(limit('Calls that change something else.'))
  Write: number | null;
}

export class PlanView {
  @ApiProperty({ example: 'growth', description: 'Empty for what accounts without a plan have.' })
  Name: string;

  @ApiProperty({ type: PlanQuota })
  Quota: PlanQuota;

  @ApiProperty({ type: PlanRates, description: 'Calls a minute of each key or session.' })
  CallsPerMinute: PlanRates;
}

export class PlanListResponse {
  @ApiProperty({ type: [PlanView] })
  Plans: PlanView[];
}

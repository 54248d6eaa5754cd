import { GraphqlObject } from '#libs/core/graphql';
import { ApiProperty } from '@nestjs/swagger';
import type { PlanLimits } from '../plan.js';

const limit = (description: string) => ({ type: 'integer', nullable: true, description }) as const;
const messages = (description: string) => ({ ...limit(description), format: 'int64' }) as const;

@GraphqlObject('PlanQuota')
export class PlanQuota {
  @ApiProperty(messages('E-mails a month; null is without a limit, 0 that the plan lacks the channel.'))
  Email: number | null;

  @ApiProperty(messages('Texts a month.'))
  Sms: number | null;

  @ApiProperty(messages('Push messages a month.'))
  Push: number | null;
}

@GraphqlObject('PlanRates')
export class PlanRates {
  @ApiProperty(limit('Calls that send.'))
  Send: number | null;

  @ApiProperty(limit('Calls that read.'))
  Read: number | null;

  @ApiProperty(limit('Calls that change something else.'))
  Write: number | null;
}

@GraphqlObject('Plan', 'What the accounts of a plan may do.')
export class PlanView {
  @ApiProperty({ example: 'growth', description: 'Empty for what accounts without a plan have.' })
  Name: string;

  @ApiProperty({ type: PlanQuota })
  Quota: PlanQuota;

  @ApiProperty(
    limit(
      'Messages of a new tenant on its first day, of all channels; the limit grows with good sending. Null is no daily limit.',
    ),
  )
  DailyRamp: number | null;

  @ApiProperty({ type: PlanRates, description: 'Calls a minute of each key or session.' })
  CallsPerMinute: PlanRates;

  static of(name: string, { quota, dailyRamp, callsPerMinute }: PlanLimits): PlanView {
    return {
      Name: name,
      Quota: { Email: quota.email, Sms: quota.sms, Push: quota.push },
      DailyRamp: dailyRamp,
      CallsPerMinute: { Send: callsPerMinute.send, Read: callsPerMinute.read, Write: callsPerMinute.write },
    };
  }
}

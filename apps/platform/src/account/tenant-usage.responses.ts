import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { CHANNELS, type Channel } from '../channel.js';
import { PlanView } from '../plans/dto/plan.views.js';
import type { MonthlyUsage } from '../usage/usage.repository.js';
import type { UsageReport } from '../usage/usage.service.js';

const COUNT = { type: 'integer', format: 'int64' } as const;
const LIMIT = { ...COUNT, nullable: true } as const;

@GraphqlObject('ChannelUsage', 'What an account has used of a channel.')
class ChannelUsage {
  @ApiProperty({ enum: CHANNELS })
  Channel: Channel;

  @ApiProperty({ ...COUNT, description: 'What counts against the quota this month: messages; of texts, their parts.' })
  Used: number;

  @ApiProperty({
    ...LIMIT,
    description: 'The quota of a month; null is without a limit, 0 that the plan lacks the channel.',
  })
  Limit: number | null;

  @ApiProperty({ ...LIMIT, description: 'What is left of the quota; null is without a limit.' })
  Left: number | null;

  @ApiProperty({ ...COUNT, description: 'Messages that were accepted today, in UTC.' })
  Today: number;

  static of(channel: Channel, { month, limits, acceptedToday }: UsageReport): ChannelUsage {
    const used = QUOTA_COUNTS[channel](month);
    const limit = limits.quota[channel];
    return {
      Channel: channel,
      Used: used,
      Limit: limit,
      Left: leftOf(limit, used),
      Today: acceptedToday.get(channel) ?? 0,
    };
  }
}

@GraphqlObject('DayUsage', 'What an account has used of all channels today, in UTC.')
class DayUsage {
  @ApiProperty({ ...COUNT, description: 'Messages that were accepted.' })
  Used: number;

  @ApiProperty({
    ...LIMIT,
    description: 'Messages that a new account may send; it grows with good sending. Null without a daily limit.',
  })
  Limit: number | null;

  @ApiProperty({ ...LIMIT, description: 'What is left of the limit. Null without a daily limit.' })
  Left: number | null;

  @ApiProperty({ format: 'date-time', description: 'When the next day begins.' })
  ResetsAt: string;

  static of({ month, acceptedToday, dayEndsAt }: UsageReport): DayUsage {
    const used = [...acceptedToday.values()].reduce((sum, accepted) => sum + accepted, 0);
    const limit = month.today?.limit ?? null;
    return { Used: used, Limit: limit, Left: leftOf(limit, used), ResetsAt: dayEndsAt.toISOString() };
  }
}

@GraphqlObject('MonthUsage', 'What an account has used in a month.')
class MonthUsage {
  @ApiProperty({ example: '2026-08', description: 'Month in UTC.' })
  Period: string;

  @ApiProperty({ ...COUNT, description: 'E-mails accepted, one for each recipient.' })
  EmailsSent: number;

  @ApiProperty(COUNT)
  SmsSent: number;

  @ApiProperty({ ...COUNT, description: 'Parts of the texts, which the quota counts.' })
  SmsSegments: number;

  @ApiProperty(COUNT)
  PushSent: number;

  @ApiProperty({ ...COUNT, description: 'Accepted calls of the sending routes.' })
  ApiCalls: number;

  static of({ period, emailsSent, smsSent, smsSegments, pushSent, apiCalls }: MonthlyUsage): MonthUsage {
    return {
      Period: period,
      EmailsSent: emailsSent,
      SmsSent: smsSent,
      SmsSegments: smsSegments,
      PushSent: pushSent,
      ApiCalls: apiCalls,
    };
  }
}

@GraphqlObject('TenantUsage', 'What an account may do by its plan, and has done.')
export class TenantUsageView {
  @ApiProperty({ type: PlanView })
  Plan: PlanView;

  @ApiProperty({ example: '2026-08', description: 'The present month, in UTC.' })
  Period: string;

  @ApiProperty({ format: 'date-time', description: 'When the next month begins, and the quota is counted anew.' })
  ResetsAt: string;

  @ApiProperty({ type: [ChannelUsage], description: 'Each channel.' })
  Channels: ChannelUsage[];

  @ApiProperty({ type: DayUsage })
  Today: DayUsage;

  @ApiProperty({ ...COUNT, description: 'Accepted calls of the sending routes this month.' })
  ApiCalls: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When something was counted last; null for a month without use.',
  })
  UpdatedAt: string | null;

  @ApiProperty({ type: [MonthUsage], description: 'The months with use, newest first, the present one included.' })
  History: MonthUsage[];

  static of(report: UsageReport): TenantUsageView {
    const { month, months, monthEndsAt, plan, limits } = report;
    return {
      Plan: PlanView.of(plan, limits),
      Period: month.period,
      ResetsAt: monthEndsAt.toISOString(),
      Channels: CHANNELS.map((channel) => ChannelUsage.of(channel, report)),
      Today: DayUsage.of(report),
      ApiCalls: month.apiCalls,
      UpdatedAt: month.updatedAt?.toISOString() ?? null,
      History: months.map((one) => MonthUsage.of(one)),
    };
  }
}

export class TenantUsageResponse {
  @ApiProperty({ type: TenantUsageView })
  Usage: TenantUsageView;
}

const QUOTA_COUNTS: Record<Channel, (month: MonthlyUsage) => number> = {
  email: ({ emailsSent }) => emailsSent,
  sms: ({ smsSegments }) => smsSegments,
  push: ({ pushSent }) => pushSent,
};

/** The rest of a limit, which may be a smaller one than that under which messages were accepted. */
const leftOf = (limit: number | null, used: number): number | null =>
  limit === null ? null : Math.max(0, limit - used);

import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { Usage } from '../usage/usage.service.js';

export class AccountResponse {
  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ description: 'Empty for an account without a plan.' })
  Plan: string;

  @ApiProperty({ example: 'active' })
  Status: string;

  @ApiProperty({ example: 'key_0c7b3f19ad62e04f' })
  ApiKeyId: string;

  @ApiProperty({ example: 'emails:send,emails:read' })
  ApiKeyScope: string;
}

@GraphqlObject('AccountUsage')
export class UsageCounters {
  @ApiProperty({ example: '2026-08', description: 'Month in UTC.' })
  Period: string;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'E-mails accepted, one for each recipient.' })
  EmailsSent: number;

  @ApiProperty({ type: 'integer', format: 'int64' })
  SmsSent: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Parts of the texts, which the quota counts.' })
  SmsSegments: number;

  @ApiProperty({ type: 'integer', format: 'int64' })
  PushSent: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Accepted calls of the sending routes.' })
  ApiCalls: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  UpdatedAt: string | null;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    description: 'Messages that a new account may send today; it grows with good sending. Null without a daily limit.',
  })
  DailyLimit: number | null;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    description: 'Messages of all channels that were accepted today. Null without a daily limit.',
  })
  DailySent: number | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the next day begins. Null without a daily limit.',
  })
  DailyResetsAt: string | null;

  static of(usage: Usage): UsageCounters {
    return {
      Period: usage.period,
      EmailsSent: usage.emailsSent,
      SmsSent: usage.smsSent,
      SmsSegments: usage.smsSegments,
      PushSent: usage.pushSent,
      ApiCalls: usage.apiCalls,
      UpdatedAt: usage.updatedAt?.toISOString() ?? null,
      DailyLimit: usage.today?.limit ?? null,
      DailySent: usage.today?.accepted ?? null,
      DailyResetsAt: usage.today?.resetsAt.toISOString() ?? null,
    };
  }
}

export class UsageResponse {
  @ApiProperty({ type: UsageCounters })
  Usage: UsageCounters;
}

import { ApiProperty } from '@nestjs/swagger';
import { UsageCounters } from '../../../account/account.responses.js';

export class ConsoleTenantView {
  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'acme' })
  Slug: string;

  @ApiProperty({ example: 'Acme' })
  Name: string;

  @ApiProperty({ enum: ['active', 'suspended', 'trial'] })
  Status: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why it has this status, as the operator said.' })
  StatusReason: string | null;

  @ApiProperty({ description: 'Empty for an account without a plan.' })
  Plan: string;

  @ApiProperty({ type: [String], example: ['mail', 'pages', 'crm'] })
  Products: string[];

  @ApiProperty({ type: 'integer', description: 'How many people are in it.' })
  Members: number;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;
}

export class ConsoleTenantPage {
  @ApiProperty({ type: [ConsoleTenantView] })
  Tenants: ConsoleTenantView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class ConsoleTenantResponse {
  @ApiProperty({ type: ConsoleTenantView })
  Tenant: ConsoleTenantView;

  @ApiProperty({ type: UsageCounters, description: 'Of the present month.' })
  Usage: UsageCounters;
}

import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import { UsageCounters } from '../../../account/account.responses.js';
import type { Usage } from '../../../usage/usage.service.js';
import { InvitationResponse } from '../../../tenants/dto/member.responses.js';
import type { Invitation } from '../../../tenants/members.js';
import type { ConsoleTenant } from '../console-tenant.js';

@GraphqlObject('ConsoleTenant')
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

  @ApiProperty({ type: 'integer', description: 'How many members it has.' })
  Members: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it is deleted for good, as an owner wants; until then it is suspended.',
  })
  DeletesAt: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of(tenant: ConsoleTenant): ConsoleTenantView {
    return {
      Id: tenant.id,
      Slug: tenant.slug,
      Name: tenant.name,
      Status: tenant.status,
      StatusReason: tenant.statusReason,
      Plan: tenant.plan,
      Products: tenant.products,
      Members: tenant.members,
      DeletesAt: tenant.deletesAt,
      CreatedAt: tenant.createdAt,
      UpdatedAt: tenant.updatedAt,
    };
  }
}

export class ConsoleTenantPage extends pageOf('Tenants', ConsoleTenantView) {}

@GraphqlObject('ConsoleTenantWithUsage')
export class ConsoleTenantResponse {
  @ApiProperty({ type: ConsoleTenantView })
  Tenant: ConsoleTenantView;

  @ApiProperty({ type: UsageCounters, description: 'Of the present month, and the daily limit.' })
  Usage: UsageCounters;

  static of(tenant: ConsoleTenant, usage: Usage): ConsoleTenantResponse {
    return { Tenant: ConsoleTenantView.of(tenant), Usage: UsageCounters.of(usage) };
  }
}

@GraphqlObject('InvitedTenant')
export class InvitedTenantResponse extends ConsoleTenantResponse {
  @ApiProperty({ type: InvitationResponse, description: 'Of its owner.' })
  Invitation: InvitationResponse;

  static ofInvited(tenant: ConsoleTenant, usage: Usage, invitation: Invitation): InvitedTenantResponse {
    return { ...ConsoleTenantResponse.of(tenant, usage), Invitation: InvitationResponse.of(invitation) };
  }
}

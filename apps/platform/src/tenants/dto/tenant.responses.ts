import { ApiProperty } from '@nestjs/swagger';
import type { MemberTenant } from '../tenants.js';

export class TenantResponse {
  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'acme' })
  Slug: string;

  @ApiProperty({ example: 'Acme' })
  Name: string;

  @ApiProperty({ enum: ['owner', 'admin', 'member'], description: 'The role of the user of the session.' })
  Role: string;

  @ApiProperty({ enum: ['active', 'suspended', 'trial'] })
  Status: string;

  @ApiProperty()
  Plan: string;

  @ApiProperty({ type: [String], example: ['mail', 'pages', 'crm'] })
  Products: string[];

  static of({ id, slug, name, role, status, plan, products }: MemberTenant): TenantResponse {
    return { Id: id, Slug: slug, Name: name, Role: role, Status: status, Plan: plan, Products: products };
  }
}

export class TenantListResponse {
  @ApiProperty({ type: [TenantResponse] })
  Tenants: TenantResponse[];
}

export class TenantDetailResponse {
  @ApiProperty({ type: TenantResponse })
  Tenant: TenantResponse;
}

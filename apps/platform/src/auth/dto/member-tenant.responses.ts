import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { MemberTenant } from '../member-tenant.js';

@GraphqlObject('OwnTenant')
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

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it is deleted for good. Until then it is suspended, and an owner can restore it.',
  })
  DeletesAt: string | null;

  static of({ id, slug, name, role, status, plan, products, deletesAt = null }: MemberTenant): TenantResponse {
    const DeletesAt = deletesAt;
    return { Id: id, Slug: slug, Name: name, Role: role, Status: status, Plan: plan, Products: products, DeletesAt };
  }
}

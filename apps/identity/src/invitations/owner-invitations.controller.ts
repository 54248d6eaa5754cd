import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { InviteOwnerRequest, TenantOfInvitedRequest } from './invitation.requests.js';
import { OwnerInvitationsService } from './owner-invitations.service.js';

/** Routes for the operator console; Platform has checked that the user is an operator. */
@ApiExcludeController()
@Internal()
@Controller('internal/console/tenants')
export class OwnerInvitationsController {
  constructor(private readonly owners: OwnerInvitationsService) {}

  @Post()
  @Operation({ summary: 'Create a tenant, and invite its owner', success: { status: 201 } })
  create(@Body() { operatorId, ...tenant }: TenantOfInvitedRequest) {
    return this.owners.createTenant(operatorId, tenant);
  }

  @Post(':tenantId/invitations')
  @Operation({ summary: 'Invite the owner of a tenant without members', success: { status: 201 } })
  invite(@Param('tenantId') tenantId: string, @Body() { operatorId, email }: InviteOwnerRequest) {
    return this.owners.invite(operatorId, tenantId, email);
  }
}

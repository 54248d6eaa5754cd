import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { AcceptanceService } from './acceptance.service.js';
import {
  AcceptInvitationRequest,
  InviteRequest,
  ListInvitationsQuery,
  RegisterInvitedRequest,
  RevokeInvitationRequest,
} from './invitation.requests.js';
import { InvitationsService } from './invitations.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly acceptance: AcceptanceService,
  ) {}

  @Post('tenants/:tenantId/invitations')
  @Operation({ summary: 'Invite a user to a tenant', success: { status: 201 } })
  create(@Param('tenantId') tenantId: string, @Body() { actorId, email, role }: InviteRequest) {
    return this.invitations.create(tenantId, actorId, email, role);
  }

  @Get('tenants/:tenantId/invitations')
  @Operation({ summary: 'The open invitations of a tenant', success: { status: 200 } })
  async list(@Param('tenantId') tenantId: string, @Query() { actorId }: ListInvitationsQuery) {
    return { invitations: await this.invitations.list(tenantId, actorId) };
  }

  @Post('tenants/:tenantId/invitations/:invitationId/revoke')
  @Operation({ summary: 'Revoke an invitation', success: { status: 204 } })
  revoke(
    @Param('tenantId') tenantId: string,
    @Param('invitationId') invitationId: string,
    @Body() { actorId }: RevokeInvitationRequest,
  ): Promise<void> {
    return this.invitations.revoke(tenantId, actorId, invitationId);
  }

  @Post('invitations/accept')
  @Operation({ summary: 'Take up an invitation by the token of the mail', success: { status: 200 } })
  accept(@Body() { userId, token }: AcceptInvitationRequest) {
    return this.acceptance.accept(userId, token);
  }

  @Post('invitations/register')
  @Operation({ summary: 'Register a user by the token of an invitation', success: { status: 201 } })
  register(@Body() { token, email, password, name = '', ip }: RegisterInvitedRequest) {
    return this.acceptance.register(token, { email, password, name, ip: ip ?? null });
  }
}

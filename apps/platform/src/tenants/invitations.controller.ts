import { Body, Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { AcceptInvitationRequest, InviteRequest } from './dto/member.requests.js';
import { InvitationDetailResponse, InvitationListResponse, InvitationResponse } from './dto/member.responses.js';
import { TenantResponse } from '../auth/dto/member-tenant.responses.js';
import { TenantDetailResponse } from './dto/tenant.responses.js';
import { InvitationsService } from './invitations.service.js';
import { OwnTenant } from './tenant-of-path.guard.js';

/** Invitations to a tenant. */
@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post('tenants/:id/invitations')
  @OwnTenant({ manage: true })
  @Operation({
    summary: 'Invite a user to a tenant',
    description:
      'Sends a mail with a link that works for a week. Needs an owner or admin. A member, or an address that is ' +
      'invited already, is 409; a tenant has at most 100 open invitations.',
    success: { status: 201, type: InvitationDetailResponse },
    errors: [409],
  })
  async create(
    @Param('id') tenantId: string,
    @Body() { Email, Role }: InviteRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InvitationDetailResponse> {
    const invitation = await this.invitations.create(tenantId, Email, Role);
    response.location(`/api/tenants/${tenantId}/invitations/${invitation.id}`);
    return { Invitation: InvitationResponse.of(invitation) };
  }

  @Get('tenants/:id/invitations')
  @OwnTenant({ manage: true })
  @Operation({
    summary: 'The open invitations of a tenant',
    description: 'An open invitation is neither accepted nor revoked.',
    success: { status: 200, type: InvitationListResponse },
  })
  async list(@Param('id') tenantId: string): Promise<InvitationListResponse> {
    return { Invitations: (await this.invitations.list(tenantId)).map(InvitationResponse.of) };
  }

  @Delete('tenants/:id/invitations/:invitationId')
  @OwnTenant({ manage: true })
  @Operation({
    summary: 'Revoke an invitation',
    description: 'When this has answered, its link is invalid. A repeat is harmless; an accepted one is 409.',
    success: { status: 204 },
    errors: [409],
  })
  async revoke(@Param('id') tenantId: string, @Param('invitationId') invitationId: string): Promise<void> {
    await this.invitations.revoke(tenantId, invitationId);
  }

  @Post('invitations/accept')
  @Operation({
    summary: 'Accept an invitation',
    description:
      'By the token of the mail, with a session of the user who has the address that it was sent to (403 otherwise). ' +
      'Used, revoked and old ones are 410, a token that was never sent 422. It proves the address: a first proof ' +
      'removes what was set in the account before, but for this session and the password.',
    success: { status: 200, type: TenantDetailResponse },
    errors: [409, 410],
  })
  async accept(@Body() { Token }: AcceptInvitationRequest): Promise<TenantDetailResponse> {
    return { Tenant: TenantResponse.of(await this.invitations.accept(Token)) };
  }
}

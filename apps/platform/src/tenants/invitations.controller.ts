import { Body, Controller, Delete, Get, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { isUuid, Operation, Problem } from '#libs/http';
import { IdentityGateway } from '../auth/identity-gateway.js';
import { AcceptInvitationRequest, InviteRequest } from './dto/member.requests.js';
import { InvitationDetailResponse, InvitationListResponse, InvitationResponse } from './dto/member.responses.js';
import { TenantDetailResponse, TenantResponse } from './dto/tenant.responses.js';
import type { Invitation } from './members.js';
import { OwnTenant } from './tenant-of-path.guard.js';
import type { MemberTenant } from './tenants.js';

/** Invitations to a tenant. */
@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api')
export class InvitationsController {
  constructor(private readonly identity: IdentityGateway) {}

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
    const body = { actorId: currentSession().userId, email: Email, role: Role };
    const path = `/internal/tenants/${tenantId}/invitations`;
    const invitation = await this.identity.request<Invitation>('POST', path, body);
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
    const path = `/internal/tenants/${tenantId}/invitations?actorId=${currentSession().userId}`;
    const { invitations } = await this.identity.request<{ invitations: Invitation[] }>('GET', path);
    return { Invitations: invitations.map(InvitationResponse.of) };
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
    if (!isUuid(invitationId)) throw new Problem('NotFound');
    const path = `/internal/tenants/${tenantId}/invitations/${invitationId}/revoke`;
    await this.identity.request('POST', path, { actorId: currentSession().userId });
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
    const body = { userId: currentSession().userId, token: Token };
    return {
      Tenant: TenantResponse.of(
        await this.identity.request<MemberTenant>('POST', '/internal/invitations/accept', body),
      ),
    };
  }
}

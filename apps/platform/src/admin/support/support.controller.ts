import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, IdentityOutage, Operator, Session } from '#libs/auth';
import { Operation, Problem } from '#libs/http';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import { KnownTenant } from '../tenants/known-tenant.js';
import { EnterTenantRequest } from './dto/support.requests.js';
import { ConsoleMeResponse, SupportEndedResponse, SupportSessionResponse } from './dto/support.responses.js';

interface OpenedSupportSession {
  token: string;
  tenantId: string;
  expiresAt: string;
}

/** Operators and their read-only sessions in tenants. */
@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Controller('api/admin')
export class SupportController {
  constructor(private readonly identity: IdentityGateway) {}

  @Get('me')
  @Session({ tenant: false, support: 'read' })
  @Operation({
    summary: 'Whether the user of the session is a platform operator',
    description: 'In a support session, Support names the tenant that the operator looks at.',
    success: { status: 200, type: ConsoleMeResponse },
  })
  me(): ConsoleMeResponse {
    const { operator, userId, email, support } = currentSession();
    return {
      Operator: operator,
      UserId: userId,
      Email: email,
      Support: support ? { TenantId: support.tenantId } : null,
    };
  }

  @Post('tenants/:id/enter')
  @Operator()
  @KnownTenant()
  @Operation({
    summary: 'Open a read-only session in a tenant',
    description:
      'For an hour, on every API, with what an admin of the tenant may read. A write is rejected (403), and so is what ' +
      "is about a user's account. Each call is in the audit log, which the tenant's admins see, too. It ends with " +
      "the operator's own session, and when the operator opens another one.",
    success: { status: 200, type: SupportSessionResponse },
  })
  async enter(@Param('id') tenantId: string, @Body() { Reason }: EnterTenantRequest): Promise<SupportSessionResponse> {
    const { userId, sessionId } = currentSession();
    const body = { tenantId, operatorId: userId, parentSessionId: sessionId, reason: Reason.trim() };
    const session = await this.identity.request<OpenedSupportSession>('POST', '/internal/support-sessions', body);
    return { Token: session.token, ExpiresAt: session.expiresAt, TenantId: session.tenantId };
  }

  @Post('impersonation/end')
  @Session({ tenant: false, support: 'all' })
  @Operation({
    summary: 'End the support session',
    description: "By its own token, or by the operator's own session. When this has answered, the token is invalid.",
    success: { status: 200, type: SupportEndedResponse },
  })
  async end(): Promise<SupportEndedResponse> {
    const { operator, support, userId } = currentSession();
    if (!operator && !support) {
      throw new Problem('PermissionDenied', { message: 'This is for platform operators' });
    }
    await this.identity.request('POST', '/internal/support-sessions/end', { operatorId: userId });
    return { Status: 'ended' };
  }
}

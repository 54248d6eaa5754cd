import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, IdentityOutage, Operator, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownTenant } from '../tenants/known-tenant.js';
import { EnterTenantRequest } from './dto/support.requests.js';
import { ConsoleMeResponse, SupportEndedResponse, SupportSessionResponse } from './dto/support.responses.js';
import { SupportSessions } from './support-sessions.service.js';

/** Operators and their read-only sessions in tenants. */
@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Controller('api/admin')
export class SupportController {
  constructor(private readonly support: SupportSessions) {}

  @Get('me')
  @Session({ tenant: false, support: 'read' })
  @Operation({
    summary: 'Whether the user of the session is a platform operator',
    description: 'In a support session, Support names the tenant that the operator looks at.',
    success: { status: 200, type: ConsoleMeResponse },
  })
  me(): ConsoleMeResponse {
    return ConsoleMeResponse.of(currentSession());
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
    return SupportSessionResponse.of(await this.support.enter(tenantId, Reason));
  }

  @Post('impersonation/end')
  @Session({ tenant: false, support: 'all' })
  @Operation({
    summary: 'End the support session',
    description: "By its own token, or by the operator's own session. When this has answered, the token is invalid.",
    success: { status: 200, type: SupportEndedResponse },
  })
  async end(): Promise<SupportEndedResponse> {
    await this.support.end();
    return { Status: 'ended' };
  }
}

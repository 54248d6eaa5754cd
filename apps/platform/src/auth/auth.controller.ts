import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnyBearer, bearerOf, currentSession, IdentityOutage, Public, Session } from '#libs/auth';
import { Operation, Problem } from '#libs/http';
import { TenantResponse } from '../tenants/dto/tenant.responses.js';
import type { MemberTenant } from '../tenants/tenants.js';
import { LoginRequest, RegisterRequest } from './dto/auth.requests.js';
import { SecondFactorRequest } from './dto/two-factor.requests.js';
import { LoginResponse, LogoutResponse, MeResponse, RegisterResponse } from './dto/auth.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { toMeResponse, type Profile } from './profile.js';
import { SessionCookie } from './session-cookie.js';
import { clientOf, SignIns, type SignIn } from './sign-ins.js';
import { spelled } from './spelling.js';

interface Registered {
  user: { id: string; email: string };
  tenant: Omit<MemberTenant, 'role'> | null;
  tenantFailed: boolean;
}

/** What people do with their account; identity does it, and this passes it on. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly cookie: SessionCookie,
    private readonly signIns: SignIns,
  ) {}

  @Post('login')
  @Public()
  @Operation({
    summary: 'Open a session',
    description:
      'The token is in the body and in the cookie service_session. Whoever has a second factor gets none yet: ' +
      'TwoFactorRequired is true, and until ExpiresAt POST /api/auth/2fa takes the code, five times at most.',
    success: { status: 200, type: LoginResponse },
    errors: [401, 403, 429],
  })
  async login(
    @Body() { email, password }: LoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginResponse> {
    const body = { email, password, ...clientOf(request) };
    return this.signIns.answer(request, response, await this.identity.ask<SignIn>('POST', '/internal/sessions', body));
  }

  @Post('2fa')
  @Public()
  @Operation({
    summary: 'The second step of a login',
    description:
      'Opens the session that a right password did not: with the code that the authenticator shows, which is good ' +
      'for thirty seconds and one use, or with a recovery code. Without a pending login it is 401.',
    success: { status: 200, type: LoginResponse },
    errors: [401, 403, 429],
  })
  async secondStep(
    @Body() body: SecondFactorRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginResponse> {
    const { user_id, code } = spelled({ user_id: body.user_id ?? body.UserId, code: body.code ?? body.Code });
    const step = { userId: user_id, code, ...clientOf(request) };
    return this.signIns.answer(
      request,
      response,
      await this.identity.ask<SignIn>('POST', '/internal/sessions/second-factor', step),
    );
  }

  @Post('register')
  @Public()
  @Operation({
    summary: 'Register a person, and a tenant of theirs',
    description: 'When the tenant cannot be made, the person exists all the same and Note says so.',
    success: { status: 201, type: RegisterResponse },
    errors: [403, 409, 429],
  })
  async register(
    @Body() { Email, Password, Name, TenantName }: RegisterRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisterResponse> {
    const body = { email: Email, password: Password, name: Name, tenantName: TenantName, ip: request.ip };
    const { user, tenant, tenantFailed } = await this.identity.ask<Registered>('POST', '/internal/users', body);
    response.location('/api/auth/me');
    return {
      UserId: user.id,
      UserEmail: user.email,
      Tenant: tenant && { Tenant: TenantResponse.of({ ...tenant, role: 'owner' }) },
      ...(tenantFailed && { Note: 'The tenant could not be made. Make it with POST /api/tenants.' }),
    };
  }

  @Post('logout')
  @AnyBearer()
  @Operation({
    summary: 'End the session of the bearer token',
    description: 'Idempotent: a token that is expired, ended or unknown is answered alike.',
    success: { status: 200, type: LogoutResponse },
    errors: [429],
  })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<LogoutResponse> {
    try {
      await this.identity.ask('POST', '/internal/sessions/end', { token: bearerOf(request) });
    } catch (cause) {
      throw new Problem('LogoutFailed', { cause });
    }
    this.cookie.clear(response);
    return { Status: 'ok' };
  }

  @Get('me')
  @Session({ tenant: false })
  @Operation({
    summary: 'Who the session is of',
    description:
      'Includes the e-mail addresses of the person and the tenants that they belong to, with their role in each.',
    success: { status: 200, type: MeResponse },
    errors: [429],
  })
  async me(): Promise<MeResponse> {
    return toMeResponse(await this.identity.ask<Profile>('GET', `/internal/users/${currentSession().userId}`));
  }
}

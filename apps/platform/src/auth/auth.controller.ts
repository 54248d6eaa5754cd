import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnyBearer, bearerOf, IdentityOutage, Public, Session } from '#libs/core/auth';
import { invalidField, Operation, Problem } from '#libs/core/http';
import { TenantResponse } from './dto/member-tenant.responses.js';
import type { MemberTenant } from './member-tenant.js';
import { LoginRequest, RegisterRequest } from './dto/auth.requests.js';
import { SecondFactorRequest } from './dto/two-factor.requests.js';
import { LoginResponse, LogoutResponse, MeResponse, RegisterResponse } from './dto/auth.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { OwnAccountService } from './own-account.service.js';
import { SessionCookie } from './session-cookie.js';
import { clientOf, SignIns, type SignIn } from './sign-ins.js';
import { requireFields } from './required-fields.js';

interface Registered {
  user: { id: string; email: string };
  /** A new tenant of the user's has no role. */
  tenant: (Omit<MemberTenant, 'role'> & Partial<Pick<MemberTenant, 'role'>>) | null;
  tenantFailed?: boolean;
}

/** Login, registration and logout. Forwards to identity. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly cookie: SessionCookie,
    private readonly signIns: SignIns,
    private readonly account: OwnAccountService,
  ) {}

  @Post('login')
  @Public()
  @Operation({
    summary: 'Open a session',
    description:
      'The token is in the body and in the cookie service_session. A user with a second factor gets no token yet: ' +
      'TwoFactorRequired is true, and until ExpiresAt POST /api/auth/2fa takes the code, five times at most.',
    success: { status: 200, type: LoginResponse },
    errors: [401, 403],
  })
  async login(
    @Body() { email, password }: LoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginResponse> {
    const body = { email, password, ...clientOf(request) };
    return this.signIns.answer(
      request,
      response,
      await this.identity.request<SignIn>('POST', '/internal/sessions', body),
    );
  }

  @Post('2fa')
  @Public()
  @Operation({
    summary: 'The second step of a login',
    description:
      'Opens the session after a correct password, with a code of the authenticator (valid while it is shown and ' +
      'ten seconds more, for one use) or a recovery code. 401 without a pending login.',
    success: { status: 200, type: LoginResponse },
    errors: [401, 403],
  })
  async secondStep(
    @Body() body: SecondFactorRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginResponse> {
    const { user_id, code } = requireFields({ user_id: body.user_id ?? body.UserId, code: body.code ?? body.Code });
    const step = { userId: user_id, code, ...clientOf(request) };
    return this.signIns.answer(
      request,
      response,
      await this.identity.request<SignIn>('POST', '/internal/sessions/second-factor', step),
    );
  }

  @Post('register')
  @Public()
  @Operation({
    summary: 'Register a user and, if TenantName is given, a tenant',
    description:
      'If the tenant cannot be created, the user is registered without one, and Note says so. 403 where the ' +
      'installation is closed to new users, or open to invited ones and InvitationToken is absent.',
    success: { status: 201, type: RegisterResponse },
    errors: [403, 409, 410],
  })
  async register(
    @Body() body: RegisterRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisterResponse> {
    const { user, tenant, tenantFailed } = await this.createUser(body, request.ip);
    response.location('/api/auth/me');
    return {
      UserId: user.id,
      UserEmail: user.email,
      Tenant: tenant && { Tenant: TenantResponse.of({ role: 'owner', ...tenant }) },
      ...(tenantFailed && { Note: 'The tenant could not be made. Make it with POST /api/tenants.' }),
    };
  }

  private createUser(request: RegisterRequest, ip: string | undefined): Promise<Registered> {
    const { Email: email, Password: password, Name: name, TenantName: tenantName, InvitationToken: token } = request;
    const user = { email, password, name, ip };
    if (token === undefined) return this.identity.request('POST', '/internal/users', { ...user, tenantName });
    if (tenantName !== undefined) {
      throw invalidField('ValidationError', 'TenantName', 'must be absent with InvitationToken');
    }
    return this.identity.request('POST', '/internal/invitations/register', { ...user, token });
  }

  @Post('logout')
  @AnyBearer()
  @Operation({
    summary: 'End the session of the bearer token',
    description: 'Idempotent: a token that is expired, ended or unknown is answered alike.',
    success: { status: 200, type: LogoutResponse },
  })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<LogoutResponse> {
    try {
      await this.identity.request('POST', '/internal/sessions/end', { token: bearerOf(request) });
    } catch (cause) {
      throw new Problem('LogoutFailed', { cause });
    }
    this.cookie.clear(response);
    return { Status: 'ok' };
  }

  @Get('me')
  @Session({ tenant: false })
  @Operation({
    summary: 'The user of the session',
    description:
      'Includes the e-mail addresses of the user and the tenants that the user belongs to, with the role in each.',
    success: { status: 200, type: MeResponse },
  })
  async me(): Promise<MeResponse> {
    return this.account.read();
  }
}

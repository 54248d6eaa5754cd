import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, IdentityOutage, Public, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { ChangePasswordRequest, ForgottenPasswordRequest, ResetPasswordRequest } from './dto/password.requests.js';
import { DoneResponse } from './dto/profile.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { spelled } from './spelling.js';

/** Another password, with the current one or by mail. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Controller('api/auth')
export class PasswordsController {
  constructor(private readonly identity: IdentityGateway) {}

  @Post('me/password')
  @Session({ tenant: false })
  @Operation({
    summary: 'Change your password',
    description:
      'Takes the current one: 401 when it is wrong. Every other session of yours has ended when this answers.',
    success: { status: 200, type: DoneResponse },
    errors: [429],
  })
  async change(@Body() { CurrentPassword, NewPassword }: ChangePasswordRequest): Promise<DoneResponse> {
    const { userId, sessionId } = currentSession();
    const body = { currentPassword: CurrentPassword, newPassword: NewPassword, sessionId };
    await this.identity.ask('POST', `/internal/users/${userId}/password`, body);
    return { Status: 'ok' };
  }

  @Post('password/forgot')
  @Public()
  @Operation({
    summary: 'Ask for a link to choose a new password',
    description:
      'The same answer, in the same time, whether or not anybody has the address. Once a minute and five times an hour ' +
      'for one address: 429 with Retry-After beyond that.',
    success: { status: 202, type: DoneResponse },
    errors: [429],
  })
  async forget(@Body() { email, Email }: ForgottenPasswordRequest): Promise<DoneResponse> {
    await this.identity.ask('POST', '/internal/passwords/forgotten', spelled({ email: email ?? Email }));
    return { Status: 'ok' };
  }

  @Post('password/reset')
  @Public()
  @Operation({
    summary: 'Choose a new password by the link of the mail',
    description:
      'The token works once, for an hour: 410 after that, 422 for one that was never sent. All sessions have ended when ' +
      'this answers.',
    success: { status: 200, type: DoneResponse },
    errors: [410, 429, 503],
  })
  async reset(@Body() { token, Token, password, Password }: ResetPasswordRequest): Promise<DoneResponse> {
    const body = spelled({ token: token ?? Token, password: password ?? Password });
    await this.identity.ask('POST', '/internal/passwords/reset', body);
    return { Status: 'ok' };
  }
}

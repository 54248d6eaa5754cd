import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Public, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ChangePasswordRequest, ForgottenPasswordRequest, ResetPasswordRequest } from './dto/password.requests.js';
import { DoneResponse } from './dto/profile.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { OwnAccountService } from './own-account.service.js';
import { requireFields } from './required-fields.js';

/** Changes a password, by the current one or by a mailed link. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Controller('api/auth')
export class PasswordsController {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly account: OwnAccountService,
  ) {}

  @Post('me/password')
  @Session({ tenant: false })
  @Operation({
    summary: 'Change your password',
    description:
      'Requires the current one: 401 if it is wrong. When this answers, every other session of yours has ended.',
    success: { status: 200, type: DoneResponse },
  })
  async change(@Body() body: ChangePasswordRequest): Promise<DoneResponse> {
    await this.account.changePassword(body);
    return { Status: 'ok' };
  }

  @Post('password/forgot')
  @Public()
  @Operation({
    summary: 'Ask for a link to choose a new password',
    description:
      'The same answer, in the same time, for a known and an unknown address. Once a minute and five times an hour ' +
      'for one address: 429 with Retry-After beyond that.',
    success: { status: 202, type: DoneResponse },
  })
  async forget(@Body() { email, Email }: ForgottenPasswordRequest): Promise<DoneResponse> {
    await this.identity.request('POST', '/internal/passwords/forgotten', requireFields({ email: email ?? Email }));
    return { Status: 'ok' };
  }

  @Post('password/reset')
  @Public()
  @Operation({
    summary: 'Choose a new password by the link of the mail',
    example: { token: 'the token of the link', password: 'another-long-password' },
    description:
      'The token works once, for an hour: 410 after that, 422 for one that was never sent. All sessions have ended when ' +
      'this answers. If the address was never verified, what was set in the account before is removed.',
    success: { status: 200, type: DoneResponse },
    errors: [410, 503],
  })
  async reset(@Body() { token, Token, password, Password }: ResetPasswordRequest): Promise<DoneResponse> {
    const body = requireFields({ token: token ?? Token, password: password ?? Password });
    await this.identity.request('POST', '/internal/passwords/reset', body);
    return { Status: 'ok' };
  }
}

import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CodeRequest, PasswordRequest } from './dto/two-factor.requests.js';
import { RecoveryCodesResponse, TwoFactorResponse, TwoFactorSetupResponse } from './dto/two-factor.responses.js';
import { requireFields } from './required-fields.js';
import { TwoFactorService } from './two-factor.service.js';

/** The second factor of the session's user. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/2fa')
export class TwoFactorController {
  constructor(private readonly service: TwoFactorService) {}

  @Get()
  @Operation({
    summary: 'Whether a login requires a second factor',
    description: 'Includes how many recovery codes are left.',
    success: { status: 200, type: TwoFactorResponse },
  })
  async state(): Promise<TwoFactorResponse> {
    return this.service.read();
  }

  @Post('setup')
  @Operation({
    summary: 'Start the set-up of an authenticator',
    description:
      'Requires the password. The set-up must be confirmed within an hour. Until then logins do not change, and an ' +
      'authenticator that is in use stays in use.',
    success: { status: 200, type: TwoFactorSetupResponse },
  })
  async setUp(@Body() { password, Password }: PasswordRequest): Promise<TwoFactorSetupResponse> {
    return this.service.setUp(requireFields({ password: password ?? Password }).password);
  }

  @Post('verify')
  @Operation({
    summary: 'Confirm the set-up by a first code',
    description:
      'From now on logins require a second factor. The answer is the only place that shows the recovery codes.',
    success: { status: 200, type: RecoveryCodesResponse },
    errors: [409],
  })
  async confirm(@Body() { code, Code }: CodeRequest): Promise<RecoveryCodesResponse> {
    return { RecoveryCodes: await this.service.confirm(requireFields({ code: code ?? Code }).code) };
  }

  @Post('disable')
  @Operation({
    summary: 'Disable the second factor',
    description: 'Requires the password and no code, so that it works without the authenticator.',
    success: { status: 200, type: TwoFactorResponse },
  })
  async disable(@Body() { password, Password }: PasswordRequest): Promise<TwoFactorResponse> {
    return this.service.disable(requireFields({ password: password ?? Password }).password);
  }

  @Post('recovery-codes')
  @Operation({
    summary: 'Create new recovery codes',
    description: 'Requires the password. The previous codes become invalid.',
    success: { status: 200, type: RecoveryCodesResponse },
    errors: [409],
  })
  async renew(@Body() { password, Password }: PasswordRequest): Promise<RecoveryCodesResponse> {
    const given = requireFields({ password: password ?? Password });
    return { RecoveryCodes: await this.service.renewRecoveryCodes(given.password) };
  }
}

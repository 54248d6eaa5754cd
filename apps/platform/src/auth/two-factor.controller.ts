import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { CodeRequest, PasswordRequest } from './dto/two-factor.requests.js';
import { RecoveryCodesResponse, TwoFactorResponse, TwoFactorSetupResponse } from './dto/two-factor.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { requireFields } from './required-fields.js';

interface TwoFactorState {
  confirmedAt: string | null;
  recoveryCodesLeft: number;
}

interface TwoFactorSetup {
  secret: string;
  otpauthUri: string;
  qrCode: string;
  expiresAt: string;
}

/** The second factor of the session's user. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/2fa')
export class TwoFactorController {
  constructor(private readonly identity: IdentityGateway) {}

  @Get()
  @Operation({
    summary: 'Whether a login requires a second factor',
    description: 'Includes how many recovery codes are left.',
    success: { status: 200, type: TwoFactorResponse },
  })
  async state(): Promise<TwoFactorResponse> {
    const { confirmedAt, recoveryCodesLeft } = await this.identity.request<TwoFactorState>('GET', pathOf(''));
    return { Confirmed: confirmedAt !== null, ConfirmedAt: confirmedAt, RecoveryCodesLeft: recoveryCodesLeft };
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
    const body = requireFields({ password: password ?? Password });
    const setup = await this.identity.request<TwoFactorSetup>('POST', pathOf('/setup'), body);
    return {
      Secret: setup.secret,
      OtpauthUri: setup.otpauthUri,
      QrCode: setup.qrCode,
      ExpiresAt: setup.expiresAt,
    };
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
    return this.recoveryCodes('/confirm', requireFields({ code: code ?? Code }));
  }

  @Post('disable')
  @Operation({
    summary: 'Disable the second factor',
    description: 'Requires the password and no code, so that it works without the authenticator.',
    success: { status: 200, type: TwoFactorResponse },
  })
  async disable(@Body() { password, Password }: PasswordRequest): Promise<TwoFactorResponse> {
    await this.identity.request('POST', pathOf('/disable'), requireFields({ password: password ?? Password }));
    return { Confirmed: false, ConfirmedAt: null, RecoveryCodesLeft: 0 };
  }

  @Post('recovery-codes')
  @Operation({
    summary: 'Create new recovery codes',
    description: 'Requires the password. The previous codes become invalid.',
    success: { status: 200, type: RecoveryCodesResponse },
    errors: [409],
  })
  async renew(@Body() { password, Password }: PasswordRequest): Promise<RecoveryCodesResponse> {
    return this.recoveryCodes('/recovery-codes', requireFields({ password: password ?? Password }));
  }

  private async recoveryCodes(path: string, body: object): Promise<RecoveryCodesResponse> {
    const { recoveryCodes } = await this.identity.request<{ recoveryCodes: string[] }>('POST', pathOf(path), body);
    return { RecoveryCodes: recoveryCodes };
  }
}

const pathOf = (rest: string): string => `/internal/users/${currentSession().userId}/two-factor${rest}`;

import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { CodeRequest, PasswordRequest } from './dto/two-factor.requests.js';
import { RecoveryCodesResponse, TwoFactorResponse, TwoFactorSetupResponse } from './dto/two-factor.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { spelled } from './spelling.js';

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

/** The second factor of the session's own person; nobody else's can be named. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/2fa')
export class TwoFactorController {
  constructor(private readonly identity: IdentityGateway) {}

  @Get()
  @Operation({
    summary: 'Whether a login takes a second factor',
    description: 'Includes how many recovery codes are left.',
    success: { status: 200, type: TwoFactorResponse },
    errors: [429],
  })
  async state(): Promise<TwoFactorResponse> {
    const { confirmedAt, recoveryCodesLeft } = await this.identity.ask<TwoFactorState>('GET', pathOf(''));
    return { Confirmed: confirmedAt !== null, ConfirmedAt: confirmedAt, RecoveryCodesLeft: recoveryCodesLeft };
  }

  @Post('setup')
  @Operation({
    summary: 'Begin the set-up of an authenticator',
    description:
      'Takes the password. Logins ask for nothing new until the set-up is confirmed, which it must be within an hour. ' +
      'An authenticator that is in use stays in use until then.',
    success: { status: 200, type: TwoFactorSetupResponse },
    errors: [429],
  })
  async setUp(@Body() { password, Password }: PasswordRequest): Promise<TwoFactorSetupResponse> {
    const body = spelled({ password: password ?? Password });
    const setup = await this.identity.ask<TwoFactorSetup>('POST', pathOf('/setup'), body);
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
    description: 'From now on logins take a second factor. The answer is the only place that shows the recovery codes.',
    success: { status: 200, type: RecoveryCodesResponse },
    errors: [409, 429],
  })
  async confirm(@Body() { code, Code }: CodeRequest): Promise<RecoveryCodesResponse> {
    return this.recoveryCodes('/confirm', spelled({ code: code ?? Code }));
  }

  @Post('disable')
  @Operation({
    summary: 'Give up the second factor',
    description: 'Takes the password and no code, for whoever has lost the authenticator.',
    success: { status: 200, type: TwoFactorResponse },
    errors: [429],
  })
  async disable(@Body() { password, Password }: PasswordRequest): Promise<TwoFactorResponse> {
    await this.identity.ask('POST', pathOf('/disable'), spelled({ password: password ?? Password }));
    return { Confirmed: false, ConfirmedAt: null, RecoveryCodesLeft: 0 };
  }

  @Post('recovery-codes')
  @Operation({
    summary: 'Make new recovery codes',
    description: 'Takes the password. The codes that there were are good for nothing any more.',
    success: { status: 200, type: RecoveryCodesResponse },
    errors: [409, 429],
  })
  async renew(@Body() { password, Password }: PasswordRequest): Promise<RecoveryCodesResponse> {
    return this.recoveryCodes('/recovery-codes', spelled({ password: password ?? Password }));
  }

  private async recoveryCodes(path: string, body: object): Promise<RecoveryCodesResponse> {
    const { recoveryCodes } = await this.identity.ask<{ recoveryCodes: string[] }>('POST', pathOf(path), body);
    return { RecoveryCodes: recoveryCodes };
  }
}

const pathOf = (rest: string): string => `/internal/users/${currentSession().userId}/two-factor${rest}`;

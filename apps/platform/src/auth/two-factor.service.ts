import { Injectable } from '@nestjs/common';
import { currentSession } from '#libs/core/auth';
import type { TwoFactorResponse, TwoFactorSetupResponse } from './dto/two-factor.responses.js';
import { IdentityGateway } from './identity-gateway.js';

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

/** The second factor of the session's user. Identity keeps it, and counts wrong passwords and codes. */
@Injectable()
export class TwoFactorService {
  constructor(private readonly identity: IdentityGateway) {}

  async read(): Promise<TwoFactorResponse> {
    const { confirmedAt, recoveryCodesLeft } = await this.identity.request<TwoFactorState>('GET', pathOf(''));
    return { Confirmed: confirmedAt !== null, ConfirmedAt: confirmedAt, RecoveryCodesLeft: recoveryCodesLeft };
  }

  async setUp(password: string): Promise<TwoFactorSetupResponse> {
    const setup = await this.identity.request<TwoFactorSetup>('POST', pathOf('/setup'), { password });
    return {
      Secret: setup.secret,
      OtpauthUri: setup.otpauthUri,
      QrCode: setup.qrCode,
      ExpiresAt: setup.expiresAt,
    };
  }

  /** Returns the recovery codes. @throws Problem Conflict without a set-up */
  async confirm(code: string): Promise<string[]> {
    return this.recoveryCodes('/confirm', { code });
  }

  async disable(password: string): Promise<TwoFactorResponse> {
    await this.identity.request('POST', pathOf('/disable'), { password });
    return { Confirmed: false, ConfirmedAt: null, RecoveryCodesLeft: 0 };
  }

  /** @throws Problem Conflict without a second factor */
  async renewRecoveryCodes(password: string): Promise<string[]> {
    return this.recoveryCodes('/recovery-codes', { password });
  }

  private async recoveryCodes(path: string, body: object): Promise<string[]> {
    const { recoveryCodes } = await this.identity.request<{ recoveryCodes: string[] }>('POST', pathOf(path), body);
    return recoveryCodes;
  }
}

const pathOf = (rest: string): string => `/internal/users/${currentSession().userId}/two-factor${rest}`;

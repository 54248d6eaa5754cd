import { Body, Controller, Delete, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { DeleteAccountRequest } from './dto/account-deletion.requests.js';
import { OwnAccountService } from './own-account.service.js';
import { requireFields } from './required-fields.js';
import { SessionCookie } from './session-cookie.js';

/** Users delete their accounts. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/me')
export class AccountDeletionController {
  constructor(
    private readonly account: OwnAccountService,
    private readonly cookie: SessionCookie,
  ) {}

  @Delete()
  @Operation({
    summary: 'Delete your account',
    description:
      'Requires the password, and a code if the account has a second factor (422 without it). Every session ends at ' +
      'once. For seven days a sign-in restores the account; then addresses, secrets and memberships are gone for good. ' +
      'Tenants without another member are deleted with it. 409 for the only owner of a tenant that has other members.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(
    @Body() { password, Password, code, Code }: DeleteAccountRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const given = requireFields({ password: password ?? Password });
    await this.account.delete(given.password, code ?? Code);
    this.cookie.clear(response);
  }
}

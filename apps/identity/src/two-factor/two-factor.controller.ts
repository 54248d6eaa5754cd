import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CodeRequest, PasswordRequest } from './two-factor.requests.js';
import { TwoFactorService } from './two-factor.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users/:userId/two-factor')
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Get()
  @Operation({ summary: 'Whether a user has a second factor', success: { status: 200 } })
  state(@Param('userId') userId: string) {
    return this.twoFactor.getState(userId);
  }

  @Post('setup')
  @Operation({ summary: 'Begin the set-up of a second factor', success: { status: 200 } })
  setUp(@Param('userId') userId: string, @Body() { password }: PasswordRequest) {
    return this.twoFactor.setUp(userId, password);
  }

  @Post('confirm')
  @Operation({ summary: 'Confirm the set-up by a first code', success: { status: 200 } })
  async confirm(@Param('userId') userId: string, @Body() { code }: CodeRequest) {
    return { recoveryCodes: await this.twoFactor.confirm(userId, code) };
  }

  @Post('disable')
  @Operation({ summary: 'Disable the second factor', success: { status: 204 } })
  disable(@Param('userId') userId: string, @Body() { password }: PasswordRequest): Promise<void> {
    return this.twoFactor.disable(userId, password);
  }

  @Post('recovery-codes')
  @Operation({ summary: 'Create new recovery codes', success: { status: 200 } })
  async renew(@Param('userId') userId: string, @Body() { password }: PasswordRequest) {
    return { recoveryCodes: await this.twoFactor.renewRecoveryCodes(userId, password) };
  }
}

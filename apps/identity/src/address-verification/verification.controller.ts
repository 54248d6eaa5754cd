import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { VerifyAddressRequest } from './verification.requests.js';
import { VerificationService, type ResendOutcome } from './verification.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Post('users/:userId/addresses/:addressId/verification')
  @Operation({ summary: 'Send the mail that proves an address once more', success: { status: 200 } })
  async resend(
    @Param('userId') userId: string,
    @Param('addressId') addressId: string,
  ): Promise<{ outcome: ResendOutcome }> {
    return { outcome: await this.verification.resend(userId, addressId) };
  }

  @Post('users/:userId/verification')
  @Operation({ summary: 'Send the mail that proves the primary address once more', success: { status: 200 } })
  async resendToPrimary(@Param('userId') userId: string): Promise<{ outcome: ResendOutcome }> {
    return { outcome: await this.verification.resend(userId) };
  }

  @Post('verification')
  @Operation({ summary: 'Verify an address by the token of the mail to it', success: { status: 200 } })
  confirm(@Body() { token }: VerifyAddressRequest) {
    return this.verification.confirm(token);
  }
}

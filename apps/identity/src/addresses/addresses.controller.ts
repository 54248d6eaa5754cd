import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { AddAddressRequest, VerifyAddressRequest } from './address.requests.js';
import { AddressesService } from './addresses.service.js';
import { VerificationService, type ResendOutcome } from './verification.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal')
export class AddressesController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly verification: VerificationService,
  ) {}

  @Post('users/:userId/addresses')
  @Operation({ summary: 'Add an e-mail address to a user', success: { status: 201 } })
  add(@Param('userId') userId: string, @Body() { email }: AddAddressRequest) {
    return this.addresses.add(userId, email);
  }

  @Delete('users/:userId/addresses/:addressId')
  @Operation({ summary: 'Remove an e-mail address', success: { status: 204 } })
  remove(@Param('userId') userId: string, @Param('addressId') addressId: string): Promise<void> {
    return this.addresses.delete(userId, addressId);
  }

  @Post('users/:userId/addresses/:addressId/primary')
  @Operation({ summary: 'Make an address the one to sign in with', success: { status: 200 } })
  makePrimary(@Param('userId') userId: string, @Param('addressId') addressId: string) {
    return this.addresses.makePrimary(userId, addressId);
  }

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

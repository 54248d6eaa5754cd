import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { VerificationService, type ResendOutcome } from '../verification/verification.service.js';
import { AddressService } from './address.service.js';
import { AddAddressRequest } from './dto/address.requests.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users/:userId')
export class AddressesController {
  constructor(
    private readonly addresses: AddressService,
    private readonly verification: VerificationService,
  ) {}

  @Post('addresses')
  @Operation({ summary: 'Add an e-mail address to a person', success: { status: 201 } })
  add(@Param('userId') userId: string, @Body() { email }: AddAddressRequest) {
    return this.addresses.add(userId, email);
  }

  @Delete('addresses/:addressId')
  @Operation({ summary: 'Remove an e-mail address', success: { status: 204 } })
  remove(@Param('userId') userId: string, @Param('addressId') addressId: string): Promise<void> {
    return this.addresses.remove(userId, addressId);
  }

  @Post('addresses/:addressId/primary')
  @Operation({ summary: 'Make an address the one to sign in with', success: { status: 200 } })
  makePrimary(@Param('userId') userId: string, @Param('addressId') addressId: string) {
    return this.addresses.makePrimary(userId, addressId);
  }

  @Post('addresses/:addressId/verification')
  @Operation({ summary: 'Send the mail that proves an address once more', success: { status: 200 } })
  async resend(
    @Param('userId') userId: string,
    @Param('addressId') addressId: string,
  ): Promise<{ outcome: ResendOutcome }> {
    return { outcome: await this.verification.resend(userId, addressId) };
  }

  @Post('verification')
  @Operation({ summary: 'Send the mail that proves the primary address once more', success: { status: 200 } })
  async resendToPrimary(@Param('userId') userId: string): Promise<{ outcome: ResendOutcome }> {
    return { outcome: await this.verification.resend(userId) };
  }
}

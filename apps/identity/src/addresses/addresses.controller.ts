import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { AddAddressRequest } from './address.requests.js';
import { AddressesService } from './addresses.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/users/:userId/addresses')
export class AddressesController {
  constructor(private readonly addresses: AddressesService) {}

  @Post()
  @Operation({ summary: 'Add an e-mail address to a user', success: { status: 201 } })
  add(@Param('userId') userId: string, @Body() { email }: AddAddressRequest) {
    return this.addresses.add(userId, email);
  }

  @Delete(':addressId')
  @Operation({ summary: 'Remove an e-mail address', success: { status: 204 } })
  remove(@Param('userId') userId: string, @Param('addressId') addressId: string): Promise<void> {
    return this.addresses.delete(userId, addressId);
  }

  @Post(':addressId/primary')
  @Operation({ summary: 'Make an address the one to sign in with', success: { status: 200 } })
  makePrimary(@Param('userId') userId: string, @Param('addressId') addressId: string) {
    return this.addresses.makePrimary(userId, addressId);
  }
}

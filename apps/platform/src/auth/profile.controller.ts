import { Body, Controller, Delete, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { MeResponse } from './dto/auth.responses.js';
import { AddAddressRequest, UpdateProfilePatch } from './dto/profile.requests.js';
import { AddressDetailResponse, ResendResponse } from './dto/profile.responses.js';
import { OwnAccountService } from './own-account.service.js';

/** Changes of the session user's own profile. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/me')
export class ProfileController {
  constructor(private readonly account: OwnAccountService) {}

  @Patch()
  @Operation({
    summary: 'Change your name, e-mail address, language or time zone',
    description: 'You sign in with a new address at once. It is unverified until the link sent to it is used.',
    success: { status: 200, type: MeResponse },
    errors: [409],
  })
  async update(@Body() patch: UpdateProfilePatch): Promise<MeResponse> {
    return this.account.update(patch);
  }

  @Post('emails')
  @Operation({
    summary: 'Add an e-mail address',
    description: 'It is unverified until the link sent to it is used. A user has at most 10.',
    success: { status: 201, type: AddressDetailResponse },
    errors: [409],
  })
  async addAddress(
    @Body() { Email }: AddAddressRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AddressDetailResponse> {
    const address = await this.account.addAddress(Email);
    response.location('/api/auth/me');
    return { Email: address };
  }

  @Delete('emails/:id')
  @Operation({
    summary: 'Remove an e-mail address',
    description: 'Not the primary one, which you sign in with: 409.',
    success: { status: 204 },
    errors: [409],
  })
  async removeAddress(@Param('id') id: string): Promise<void> {
    await this.account.removeAddress(id);
  }

  @Post('emails/:id/primary')
  @Operation({
    summary: 'Sign in with this address from now on',
    description: 'Only with a verified one: 409 otherwise.',
    success: { status: 200, type: AddressDetailResponse },
    errors: [409],
  })
  async makePrimary(@Param('id') id: string): Promise<AddressDetailResponse> {
    return { Email: await this.account.makePrimary(id) };
  }

  @Post('emails/:id/verify/resend')
  @Operation({
    summary: 'Send the mail that verifies this address again',
    description: 'Once a minute and five times an hour: 429 with Retry-After beyond that.',
    success: { status: 202, type: ResendResponse },
  })
  async resend(@Param('id') id: string): Promise<ResendResponse> {
    return { Status: await this.account.resend(id) };
  }

  @Post('verify/resend')
  @Operation({
    summary: 'Send the mail that verifies your primary address again',
    description: 'Once a minute and five times an hour: 429 with Retry-After beyond that.',
    success: { status: 202, type: ResendResponse },
  })
  async resendToPrimary(): Promise<ResendResponse> {
    return { Status: await this.account.resend() };
  }
}

import { Body, Controller, Delete, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { isPublicId, Operation, Problem } from '#libs/http';
import { MeResponse } from './dto/auth.responses.js';
import { AddAddressRequest, UpdateProfilePatch } from './dto/profile.requests.js';
import { AddressDetailResponse, ResendResponse } from './dto/profile.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { toAddressResponse, toMeResponse, type Address, type Profile } from './profile.js';

interface Resent {
  outcome: 'queued' | 'verified';
}

/** Changes of the session user's own profile. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/auth/me')
export class ProfileController {
  constructor(private readonly identity: IdentityGateway) {}

  @Patch()
  @Operation({
    summary: 'Change your name or e-mail address',
    description: 'You sign in with a new address at once. It is unverified until the link sent to it is used.',
    success: { status: 200, type: MeResponse },
    errors: [409],
  })
  async update(@Body() { Name, Email }: UpdateProfilePatch): Promise<MeResponse> {
    if (Name === undefined && Email === undefined) {
      throw new Problem('MissingParameter', { message: 'Name or Email is required' });
    }
    const body = { name: Name?.trim(), email: Email };
    return toMeResponse(await this.identity.request<Profile>('PATCH', `${ownPath()}/profile`, body));
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
    const address = await this.identity.request<Address>('POST', `${ownPath()}/addresses`, { email: Email });
    response.location('/api/auth/me');
    return { Email: toAddressResponse(address) };
  }

  @Delete('emails/:id')
  @Operation({
    summary: 'Remove an e-mail address',
    description: 'Not the primary one, which you sign in with: 409.',
    success: { status: 204 },
    errors: [409],
  })
  async removeAddress(@Param('id') id: string): Promise<void> {
    await this.identity.request('DELETE', addressPath(id));
  }

  @Post('emails/:id/primary')
  @Operation({
    summary: 'Sign in with this address from now on',
    description: 'Only with a verified one: 409 otherwise.',
    success: { status: 200, type: AddressDetailResponse },
    errors: [409],
  })
  async makePrimary(@Param('id') id: string): Promise<AddressDetailResponse> {
    return { Email: toAddressResponse(await this.identity.request<Address>('POST', `${addressPath(id)}/primary`)) };
  }

  @Post('emails/:id/verify/resend')
  @Operation({
    summary: 'Send the mail that verifies this address again',
    description: 'Once a minute and five times an hour: 429 with Retry-After beyond that.',
    success: { status: 202, type: ResendResponse },
  })
  async resend(@Param('id') id: string): Promise<ResendResponse> {
    const { outcome } = await this.identity.request<Resent>('POST', `${addressPath(id)}/verification`);
    return { Status: outcome };
  }

  @Post('verify/resend')
  @Operation({
    summary: 'Send the mail that verifies your primary address again',
    description: 'Once a minute and five times an hour: 429 with Retry-After beyond that.',
    success: { status: 202, type: ResendResponse },
  })
  async resendToPrimary(): Promise<ResendResponse> {
    const { outcome } = await this.identity.request<Resent>('POST', `${ownPath()}/verification`);
    return { Status: outcome };
  }
}

const ownPath = (): string => `/internal/users/${currentSession().userId}`;

function addressPath(id: string): string {
  if (!isPublicId('adr', id)) throw new Problem('NotFound');
  return `${ownPath()}/addresses/${id}`;
}

import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { VerifyRequest } from './dto/profile.requests.js';
import { VerifiedResponse } from './dto/profile.responses.js';
import { IdentityGateway } from './identity-gateway.js';
import { requireFields } from './required-fields.js';

interface Confirmed {
  userId: string;
  email: string;
}

/** Confirms an address by the token of a mailed link, without a session. */
@ApiTags('Account')
@IdentityOutage('ProviderError')
@Public()
@Controller('api/auth')
export class VerificationController {
  constructor(private readonly identity: IdentityGateway) {}

  @Post('verify')
  @Operation({
    summary: 'Confirm an e-mail address by the link sent to it',
    description: 'The token works once, for 48 hours: 410 after that, 422 for one that was never sent.',
    success: { status: 200, type: VerifiedResponse },
    errors: [410],
  })
  async verify(@Body() { token, Token }: VerifyRequest): Promise<VerifiedResponse> {
    const body = requireFields({ token: token ?? Token });
    const { userId, email } = await this.identity.request<Confirmed>('POST', '/internal/verification', body);
    return { Status: 'verified', UserId: userId, UserEmail: email };
  }
}

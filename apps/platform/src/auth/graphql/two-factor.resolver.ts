import { UseGuards } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { IdentityOutage, Session } from '#libs/core/auth';
import { TwoFactorResponse, TwoFactorSetupResponse } from '../dto/two-factor.responses.js';
import { TwoFactorService } from '../two-factor.service.js';
import { AuthCallsGuard } from './auth-calls.guard.js';

/** The second factor of the session's user. */
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@UseGuards(AuthCallsGuard)
@Resolver(() => TwoFactorResponse)
export class TwoFactorResolver {
  constructor(private readonly service: TwoFactorService) {}

  @Query(() => TwoFactorResponse, { nullable: true, description: 'Whether a login takes a second factor.' })
  twoFactor(): Promise<TwoFactorResponse> {
    return this.service.read();
  }

  @Mutation(() => TwoFactorSetupResponse, {
    nullable: true,
    description: 'Starts the set-up of an authenticator, which must be confirmed within an hour.',
  })
  setUpTwoFactor(@Args('password') password: string): Promise<TwoFactorSetupResponse> {
    return this.service.setUp(password);
  }

  @Mutation(() => [String], {
    nullable: true,
    description: 'Confirms the set-up by a first code. Answers the recovery codes, which nothing shows again.',
  })
  confirmTwoFactor(@Args('code') code: string): Promise<string[]> {
    return this.service.confirm(code);
  }

  @Mutation(() => TwoFactorResponse, { nullable: true, description: 'Disables the second factor. Takes no code.' })
  disableTwoFactor(@Args('password') password: string): Promise<TwoFactorResponse> {
    return this.service.disable(password);
  }

  @Mutation(() => [String], {
    nullable: true,
    description: 'Answers new recovery codes, which nothing shows again. The previous ones become invalid.',
  })
  renewRecoveryCodes(@Args('password') password: string): Promise<string[]> {
    return this.service.renewRecoveryCodes(password);
  }
}

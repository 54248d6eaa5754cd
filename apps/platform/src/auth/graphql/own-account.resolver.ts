import { UseGuards } from '@nestjs/common';
import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Request } from 'express';
import { currentSession, IdentityOutage, Session } from '#libs/core/auth';
import { AddressResponse, MeResponse } from '../dto/auth.responses.js';
import { ChangePasswordRequest } from '../dto/password.requests.js';
import { UpdateProfilePatch } from '../dto/profile.requests.js';
import { OwnAccountService } from '../own-account.service.js';
import { SessionCookie } from '../session-cookie.js';
import { AuthCallsGuard } from './auth-calls.guard.js';

const RESENT = '`queued`, or `verified` if there was nothing left to confirm.';

/** The account of the session's user. */
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@UseGuards(AuthCallsGuard)
@Resolver(() => MeResponse)
export class OwnAccountResolver {
  constructor(
    private readonly account: OwnAccountService,
    private readonly cookie: SessionCookie,
  ) {}

  @Query(() => MeResponse, { nullable: true, description: 'The user of the session, with addresses and accounts.' })
  me(): Promise<MeResponse> {
    return this.account.read();
  }

  @Mutation(() => MeResponse, {
    nullable: true,
    description: 'Changes the name or the e-mail address. The user signs in with a new address at once.',
  })
  updateProfile(@Args('input') patch: UpdateProfilePatch): Promise<MeResponse> {
    return this.account.update(patch);
  }

  @Mutation(() => AddressResponse, {
    nullable: true,
    description: 'Adds an e-mail address. It is unverified until the link sent to it is used. A user has at most 10.',
  })
  addAddress(@Args('email') email: string): Promise<AddressResponse> {
    return this.account.addAddress(email);
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes an e-mail address; not the primary one. Answers its id.',
  })
  async removeAddress(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.account.removeAddress(id);
    return id;
  }

  @Mutation(() => AddressResponse, {
    nullable: true,
    description: 'The user signs in with this address from now on. Only with a verified one.',
  })
  makeAddressPrimary(@Args('id', { type: () => ID }) id: string): Promise<AddressResponse> {
    return this.account.makePrimary(id);
  }

  @Mutation(() => String, {
    nullable: true,
    description: `Sends the mail that verifies an address again, the primary one if \`id\` is absent. Answers ${RESENT}`,
  })
  resendVerification(@Args('id', { type: () => ID, nullable: true }) id?: string): Promise<string> {
    return this.account.resend(id ?? undefined);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Changes the password. Every other session of the user has ended when this answers.',
  })
  async changePassword(@Args('input') input: ChangePasswordRequest): Promise<boolean> {
    await this.account.changePassword(input);
    return true;
  }

  @Mutation(() => ID, {
    nullable: true,
    description:
      'Deletes the account after a week, in which a sign-in restores it. Takes a code if there is a second factor. Every ' +
      'session ends at once. Answers the id of the user.',
  })
  async deleteAccount(
    @Context('req') request: Request,
    @Args('password') password: string,
    @Args('code', { type: () => String, nullable: true }) code?: string,
  ): Promise<string> {
    const { userId } = currentSession();
    await this.account.delete(password, code ?? undefined);
    this.cookie.clear(request.res!);
    return userId;
  }
}

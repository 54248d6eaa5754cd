import { UseGuards } from '@nestjs/common';
import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Request } from 'express';
import { IdentityOutage, Session } from '#libs/core/auth';
import { SessionResponse } from '../dto/session.responses.js';
import { OwnSessionsService } from '../own-sessions.service.js';
import { AuthCallsGuard } from './auth-calls.guard.js';

/** The open sessions of the session's user. */
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@UseGuards(AuthCallsGuard)
@Resolver(() => SessionResponse)
export class OwnSessionsResolver {
  constructor(private readonly service: OwnSessionsService) {}

  @Query(() => [SessionResponse], {
    nullable: true,
    description: 'The open sessions of the user. The one that was seen last comes first.',
  })
  sessions(): Promise<SessionResponse[]> {
    return this.service.list();
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Ends a session of the user: every API rejects it when this has answered. Answers its id.',
  })
  async endSession(@Context('req') request: Request, @Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.service.end(id, request.res!);
    return id;
  }
}

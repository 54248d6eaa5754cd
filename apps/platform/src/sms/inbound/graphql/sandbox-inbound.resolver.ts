import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { SandboxTextRequest, SandboxTextResponse } from '../inbound.dto.js';
import { SandboxInbound } from '../sandbox-inbound.service.js';

@Resolver(() => SandboxTextResponse)
export class SandboxInboundResolver {
  constructor(private readonly sandbox: SandboxInbound) {}

  @Mutation(() => SandboxTextResponse, {
    nullable: true,
    description: 'Plays a text that comes in, in the sandbox. In production they come from the carrier alone.',
  })
  @Session()
  playInboundText(@Args('input') input: SandboxTextRequest): Promise<SandboxTextResponse> {
    return this.sandbox.play(currentTenantId(), input);
  }
}

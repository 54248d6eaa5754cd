import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentSession, IdentityOutage, Operator, Session } from '#libs/core/auth';
import { ConsoleTenantArgument } from '../../tenants/graphql/console-tenant-argument.js';
import type { ConsoleTenant } from '../../tenants/console-tenant.js';
import { EnterTenantRequest } from '../dto/support.requests.js';
import { ConsoleMeResponse, SupportSessionResponse } from '../dto/support.responses.js';
import { SupportSessions } from '../support-sessions.service.js';

@IdentityOutage('ProviderError')
@Resolver()
export class SupportResolver {
  constructor(private readonly support: SupportSessions) {}

  @Query(() => ConsoleMeResponse, {
    nullable: true,
    description:
      'Whether the user of the session is a platform operator, and whose account a support session looks at.',
  })
  @Session({ tenant: false, support: 'read' })
  consoleMe(): ConsoleMeResponse {
    return ConsoleMeResponse.of(currentSession());
  }

  @Mutation(() => SupportSessionResponse, {
    nullable: true,
    description: 'Opens a read-only session in a tenant, for an hour. It is in the audit log. For operators.',
  })
  @Operator()
  async enterTenant(
    @ConsoleTenantArgument() { id }: ConsoleTenant,
    @Args('input') { Reason }: EnterTenantRequest,
  ): Promise<SupportSessionResponse> {
    return SupportSessionResponse.of(await this.support.enter(id, Reason));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: "Ends the support session, by its own token or by the operator's session. Answers the operator's id.",
  })
  @Session({ tenant: false, support: 'all' })
  async endSupportSession(): Promise<string> {
    await this.support.end();
    return currentSession().userId;
  }
}

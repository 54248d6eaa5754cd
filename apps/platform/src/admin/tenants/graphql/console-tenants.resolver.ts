import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { IdentityOutage, Operator } from '#libs/core/auth';
import { InvitationResponse } from '../../../tenants/dto/member.responses.js';
import { ConsoleTenantDeletions } from '../console-tenant-deletions.service.js';
import type { ConsoleTenant } from '../console-tenant.js';
import { ConsoleTenantsService } from '../console-tenants.service.js';
import { CreateTenantForOwnerRequest, InviteOwnerRequest, UpdateTenantRequest } from '../dto/tenant.requests.js';
import { ConsoleTenantResponse, InvitedTenantResponse } from '../dto/tenant.responses.js';
import { ConsoleTenantArgument } from './console-tenant-argument.js';
import {
  ConsoleTenantConnection,
  ConsoleTenantConnectionArgs,
  TenantDeletionConnection,
  TenantDeletionConnectionArgs,
} from './console-tenant.types.js';

@IdentityOutage('ProviderError')
@Operator()
@Resolver()
export class ConsoleTenantsResolver {
  constructor(
    private readonly tenants: ConsoleTenantsService,
    private readonly deletions: ConsoleTenantDeletions,
  ) {}

  @Query(() => ConsoleTenantConnection, {
    nullable: true,
    description: 'The tenants of the platform, newest first. For operators.',
  })
  consoleTenants(@Args() { first, after, ...filters }: ConsoleTenantConnectionArgs): Promise<ConsoleTenantConnection> {
    return ConsoleTenantConnection.read({ first, after }, async ({ cursor = 0, limit }) => {
      const { tenants, ...page } = await this.tenants.list({ ...filters, cursor, limit });
      return { items: tenants, ...page };
    });
  }

  @Query(() => ConsoleTenantResponse, {
    nullable: true,
    description: 'One tenant, with what it has used this month. For operators.',
  })
  async consoleTenant(@ConsoleTenantArgument() tenant: ConsoleTenant): Promise<ConsoleTenantResponse> {
    return ConsoleTenantResponse.of(tenant, await this.tenants.getUsage(tenant));
  }

  @Query(() => TenantDeletionConnection, {
    nullable: true,
    description: 'The deletions of tenants, newest first, also those that are finished. For operators.',
  })
  tenantDeletions(@Args() args: TenantDeletionConnectionArgs): Promise<TenantDeletionConnection> {
    return TenantDeletionConnection.read(args, (page) => this.deletions.listPage(page));
  }

  @Mutation(() => InvitedTenantResponse, {
    nullable: true,
    description: 'Creates a tenant, and invites its owner by mail. For operators.',
  })
  async createTenantForOwner(
    @Args('input') { Name, OwnerEmail, Plan, Products }: CreateTenantForOwnerRequest,
  ): Promise<InvitedTenantResponse> {
    const given = { name: Name, ownerEmail: OwnerEmail, plan: Plan, products: Products };
    const { id, invitation } = await this.tenants.create(given);
    const tenant = await this.tenants.get(id);
    return InvitedTenantResponse.ofInvited(tenant, await this.tenants.getUsage(tenant), invitation);
  }

  @Mutation(() => InvitationResponse, {
    nullable: true,
    description: 'Invites the owner of a tenant that has no member. For operators.',
  })
  async inviteTenantOwner(
    @ConsoleTenantArgument() { id }: ConsoleTenant,
    @Args('input') { Email }: InviteOwnerRequest,
  ): Promise<InvitationResponse> {
    return InvitationResponse.of(await this.tenants.inviteOwner(id, Email));
  }

  @Mutation(() => ConsoleTenantResponse, {
    nullable: true,
    description: 'Suspends or reactivates a tenant, or gives it another plan or other products. For operators.',
  })
  async updateConsoleTenant(
    @ConsoleTenantArgument() { id }: ConsoleTenant,
    @Args('input') { Status, Reason, Plan, Products }: UpdateTenantRequest,
  ): Promise<ConsoleTenantResponse> {
    await this.tenants.update(id, { status: Status, plan: Plan, products: Products }, Reason?.trim());
    const tenant = await this.tenants.get(id);
    return ConsoleTenantResponse.of(tenant, await this.tenants.getUsage(tenant));
  }
}

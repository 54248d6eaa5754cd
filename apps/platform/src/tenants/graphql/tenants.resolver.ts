import { UseGuards } from '@nestjs/common';
import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { AuthCallsGuard } from '../../auth/graphql/auth-calls.guard.js';
import { CreateTenantRequest, UpdateTenantPatch } from '../dto/tenant.requests.js';
import { TenantResponse } from '../../auth/dto/member-tenant.responses.js';
import { OwnTenant, tenantOfPath } from '../tenant-of-path.guard.js';
import { TenantsService } from '../tenants.service.js';
import { TenantId } from './tenant.types.js';

/** The tenants of the user of the session. */
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Resolver(() => TenantResponse)
export class TenantsResolver {
  constructor(private readonly service: TenantsService) {}

  @Query(() => [TenantResponse], { nullable: true, description: 'The accounts of the user, with the role in each.' })
  async tenants(): Promise<TenantResponse[]> {
    return (await this.service.list()).map((tenant) => TenantResponse.of(tenant));
  }

  @Query(() => TenantResponse, { nullable: true, description: 'One account of the user.' })
  @OwnTenant()
  tenant(@TenantId() tenantId: string): TenantResponse {
    const { tenant, membership } = tenantOfPath(tenantId);
    return TenantResponse.of({ ...tenant, role: membership.role });
  }

  @Mutation(() => TenantResponse, { nullable: true, description: 'Makes an account that the user owns; 20 at most.' })
  async createTenant(@Args('input') { Name }: CreateTenantRequest): Promise<TenantResponse> {
    return TenantResponse.of(await this.service.create(Name));
  }

  @Mutation(() => TenantResponse, { nullable: true, description: 'Renames an account. For its owners and admins.' })
  @OwnTenant({ manage: true })
  async updateTenant(
    @TenantId() tenantId: string,
    @Args('input') { Name }: UpdateTenantPatch,
  ): Promise<TenantResponse> {
    if (Name === undefined) throw new Problem('MissingParameter', { message: 'Name is required' });
    return TenantResponse.of(await this.service.rename(tenantId, Name, tenantOfPath(tenantId).membership.role));
  }

  @Mutation(() => ID, {
    nullable: true,
    description:
      'Suspends an account, and deletes it after a week, until which an owner can restore it. For its owners, with their ' +
      'password. Answers its id.',
  })
  @UseGuards(AuthCallsGuard)
  @OwnTenant({ owner: true, whileSuspended: true })
  async deleteTenant(@TenantId() tenantId: string, @Args('password') password: string): Promise<string> {
    await this.service.delete(tenantId, password);
    return tenantId;
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Restores an account that waits to be deleted. For its owners. Answers its id.',
  })
  @OwnTenant({ owner: true, whileSuspended: true })
  async restoreTenant(@TenantId() tenantId: string): Promise<string> {
    await this.service.restore(tenantId);
    return tenantId;
  }
}

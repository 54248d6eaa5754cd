import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Operator } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { InvitationDetailResponse, InvitationResponse } from '../../tenants/dto/member.responses.js';
import type { ConsoleTenant } from './console-tenant.js';
import { ConsoleTenantsService } from './console-tenants.service.js';
import {
  CreateTenantForOwnerRequest,
  InviteOwnerRequest,
  ListTenantsQuery,
  UpdateTenantRequest,
} from './dto/tenant.requests.js';
import { ConsoleTenantPage, ConsoleTenantResponse, InvitedTenantResponse } from './dto/tenant.responses.js';
import { KnownTenant } from './known-tenant.js';

@ApiTags('Operator console')
@IdentityOutage('ProviderError')
@Operator()
@Controller('api/admin/tenants')
export class ConsoleTenantsController {
  constructor(private readonly tenants: ConsoleTenantsService) {}

  @Get()
  @Operation({
    summary: 'The tenants of the platform, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: ConsoleTenantPage },
  })
  async list(@Query() { cursor = 0, ...filter }: ListTenantsQuery): Promise<ConsoleTenantPage> {
    const { tenants, nextCursor, hasMore } = await this.tenants.list({ ...filter, cursor });
    return ConsoleTenantPage.of({ items: tenants, nextCursor, hasMore });
  }

  @Post()
  @Created({
    summary: 'Create a tenant, and invite its owner by mail',
    description:
      'For customers who cannot sign up themselves. The owner accepts within a week, with an account of their own or ' +
      'a new one. The operator becomes no member.',
    type: InvitedTenantResponse,
    location: ({ Tenant }) => `/api/admin/tenants/${Tenant.Id}`,
    errors: [429],
  })
  async create(
    @Body() { Name, OwnerEmail, Plan, Products }: CreateTenantForOwnerRequest,
  ): Promise<InvitedTenantResponse> {
    const given = { name: Name, ownerEmail: OwnerEmail, plan: Plan, products: Products };
    const { id, invitation } = await this.tenants.create(given);
    const tenant = await this.tenants.get(id);
    return InvitedTenantResponse.ofInvited(tenant, await this.tenants.getUsage(tenant), invitation);
  }

  @Post(':id/invitations')
  @Operation({
    summary: 'Invite the owner of a tenant that has no member',
    description:
      'For an invitation that was lost or ran out. A tenant with members is 409: they invite others themselves. So is ' +
      'an address with an open invitation.',
    success: { status: 201, type: InvitationDetailResponse },
    errors: [409, 429],
  })
  async inviteOwner(
    @KnownTenant() { id }: ConsoleTenant,
    @Body() { Email }: InviteOwnerRequest,
  ): Promise<InvitationDetailResponse> {
    return { Invitation: InvitationResponse.of(await this.tenants.inviteOwner(id, Email)) };
  }

  @Get(':id')
  @Operation({
    summary: 'One tenant, with what it has used this month',
    description: 'Usage is that of the current calendar month.',
    success: { status: 200, type: ConsoleTenantResponse },
  })
  async get(@KnownTenant() tenant: ConsoleTenant): Promise<ConsoleTenantResponse> {
    return ConsoleTenantResponse.of(tenant, await this.tenants.getUsage(tenant));
  }

  @Patch(':id')
  @KnownTenant()
  @Operation({
    summary: 'Suspend or reactivate a tenant, or give it another plan or other products',
    description:
      'When this has answered, it is in force on all of the APIs. The change is in the audit log, with who made it, ' +
      'what was before and what is now. What a suspended tenant has queued waits until it is active again.',
    success: { status: 200, type: ConsoleTenantResponse },
  })
  async update(
    @Param('id') id: string,
    @Body() { Status, Reason, Plan, Products }: UpdateTenantRequest,
  ): Promise<ConsoleTenantResponse> {
    await this.tenants.update(id, { status: Status, plan: Plan, products: Products }, Reason?.trim());
    const tenant = await this.tenants.get(id);
    return ConsoleTenantResponse.of(tenant, await this.tenants.getUsage(tenant));
  }
}

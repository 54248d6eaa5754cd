import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { Created, Operation, Problem } from '#libs/http';
import { IdentityGateway } from '../auth/identity-gateway.js';
import { CreateTenantRequest, UpdateTenantPatch } from './dto/tenant.requests.js';
import { TenantDetailResponse, TenantListResponse, TenantResponse } from './dto/tenant.responses.js';
import { OwnTenant, tenantOfPath } from './tenant-of-path.guard.js';
import type { MemberTenant } from './tenants.js';

@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Controller('api/tenants')
export class TenantsController {
  constructor(private readonly identity: IdentityGateway) {}

  @Get()
  @Session({ tenant: false })
  @Operation({
    summary: 'The tenants of the session',
    description: 'Role is the role of the user in the tenant.',
    success: { status: 200, type: TenantListResponse },
  })
  async list(): Promise<TenantListResponse> {
    const path = `/internal/users/${currentSession().userId}/tenants`;
    const { tenants } = await this.identity.request<{ tenants: MemberTenant[] }>('GET', path);
    return { Tenants: tenants.map(TenantResponse.of) };
  }

  @Post()
  @Session({ tenant: false })
  @Created({
    summary: 'Make a tenant',
    description: 'The user of the session owns it. A user owns at most 20.',
    type: TenantDetailResponse,
    location: ({ Tenant: { Id } }) => `/api/tenants/${Id}`,
    errors: [409],
  })
  async create(@Body() { Name }: CreateTenantRequest): Promise<TenantDetailResponse> {
    const body = { name: Name.trim(), ownerId: currentSession().userId };
    const tenant = await this.identity.request<Omit<MemberTenant, 'role'>>('POST', '/internal/tenants', body);
    return { Tenant: TenantResponse.of({ ...tenant, role: 'owner' }) };
  }

  @Get(':id')
  @Session({ tenant: false })
  @OwnTenant()
  @Operation({
    summary: 'One tenant of the session',
    description: '404 for a tenant that the user does not belong to.',
    success: { status: 200, type: TenantDetailResponse },
  })
  get(@Param('id') _id: string): TenantDetailResponse {
    const { tenant, membership } = tenantOfPath();
    return { Tenant: TenantResponse.of({ ...tenant, role: membership.role }) };
  }

  @Patch(':id')
  @Session({ tenant: false })
  @OwnTenant({ manage: true })
  @Operation({
    summary: 'Rename a tenant',
    description: 'Needs an owner or admin. Its slug stays.',
    success: { status: 200, type: TenantDetailResponse },
  })
  async update(@Param('id') id: string, @Body() { Name }: UpdateTenantPatch): Promise<TenantDetailResponse> {
    if (Name === undefined) throw new Problem('MissingParameter', { message: 'Name is required' });
    const tenant = await this.identity.request<Omit<MemberTenant, 'role'>>('PATCH', `/internal/tenants/${id}`, {
      name: Name.trim(),
    });
    return { Tenant: TenantResponse.of({ ...tenant, role: tenantOfPath().membership.role }) };
  }
}

import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Session } from '#libs/core/auth';
import { Created, Operation, Problem } from '#libs/core/http';
import { CreateTenantRequest, UpdateTenantPatch } from './dto/tenant.requests.js';
import { TenantResponse } from '../auth/dto/member-tenant.responses.js';
import { TenantDetailResponse, TenantListResponse } from './dto/tenant.responses.js';
import { OwnTenant, tenantOfPath } from './tenant-of-path.guard.js';
import { TenantsService } from './tenants.service.js';

@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Controller('api/tenants')
export class TenantsController {
  constructor(private readonly tenants: TenantsService) {}

  @Get()
  @Session({ tenant: false })
  @Operation({
    summary: 'The tenants of the session',
    description: 'Role is the role of the user in the tenant.',
    success: { status: 200, type: TenantListResponse },
  })
  async list(): Promise<TenantListResponse> {
    return { Tenants: (await this.tenants.list()).map(TenantResponse.of) };
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
    return { Tenant: TenantResponse.of(await this.tenants.create(Name)) };
  }

  @Get(':id')
  @Session({ tenant: false })
  @OwnTenant()
  @Operation({
    summary: 'One tenant of the session',
    description: '404 for a tenant that the user does not belong to.',
    success: { status: 200, type: TenantDetailResponse },
  })
  get(@Param('id') id: string): TenantDetailResponse {
    const { tenant, membership } = tenantOfPath(id);
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
    return { Tenant: TenantResponse.of(await this.tenants.rename(id, Name, tenantOfPath(id).membership.role)) };
  }
}

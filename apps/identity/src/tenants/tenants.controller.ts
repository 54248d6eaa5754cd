import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation, Problem } from '#libs/core/http';
import { AddMemberRequest, CreateTenantRequest, UpdateTenantPatch } from './tenant.requests.js';
import { TenantsService } from './tenants.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/tenants')
export class TenantsController {
  constructor(private readonly tenants: TenantsService) {}

  @Post()
  @Operation({ summary: 'Create a tenant with its owner', success: { status: 201 } })
  create(@Body() { ownerId, name }: CreateTenantRequest) {
    return this.tenants.create(ownerId, name);
  }

  @Get(':tenantId')
  @Operation({ summary: 'A tenant, by its id or its slug', success: { status: 200 } })
  get(@Param('tenantId') tenantId: string) {
    return this.tenants.get(tenantId);
  }

  @Get(':tenantId/owner')
  @Operation({ summary: 'The owner of a tenant who joined first', success: { status: 200 } })
  async owner(@Param('tenantId') tenantId: string) {
    return { userId: await this.tenants.getOwner(tenantId) };
  }

  @Patch(':tenantId')
  @Operation({ summary: 'Change name, status, plan or products of a tenant', success: { status: 200 } })
  update(@Param('tenantId') tenantId: string, @Body() { name, status, plan, products, reason }: UpdateTenantPatch) {
    const patch = Object.fromEntries(
      Object.entries({ name, status, plan, products }).filter(([, value]) => value !== undefined),
    );
    if (Object.keys(patch).length === 0) throw new Problem('MissingParameter', { message: 'Nothing is to be changed' });
    return this.tenants.update(tenantId, patch, reason);
  }

  @Post(':tenantId/members')
  @Operation({ summary: 'Make a user a member of a tenant', success: { status: 204 } })
  addMember(@Param('tenantId') tenantId: string, @Body() { userId, role }: AddMemberRequest): Promise<void> {
    return this.tenants.addMember(tenantId, userId, role);
  }
}

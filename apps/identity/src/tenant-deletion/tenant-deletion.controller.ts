import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { DeleteTenantRequest, ListDeletionsQuery, RestoreTenantRequest } from './tenant-deletion.requests.js';
import { TenantDeletionService } from './tenant-deletion.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal')
export class TenantDeletionController {
  constructor(private readonly deletions: TenantDeletionService) {}

  @Post('tenants/:tenantId/delete')
  @Operation({ summary: 'Delete a tenant after a week of grace', success: { status: 204 } })
  request(@Param('tenantId') tenantId: string, @Body() { actorId, password }: DeleteTenantRequest): Promise<void> {
    return this.deletions.request(tenantId, actorId, password);
  }

  @Post('tenants/:tenantId/restore')
  @Operation({ summary: 'Take the deletion of a tenant back', success: { status: 204 } })
  restore(@Param('tenantId') tenantId: string, @Body() { actorId }: RestoreTenantRequest): Promise<void> {
    return this.deletions.restore(tenantId, actorId);
  }

  @Get('console/tenant-deletions')
  @Operation({ summary: 'Deletions of tenants, newest first', success: { status: 200 } })
  async list(@Query() { cursor, limit }: ListDeletionsQuery) {
    const { items, nextCursor, hasMore } = await this.deletions.list(cursor, limit);
    return { deletions: items, nextCursor, hasMore };
  }
}

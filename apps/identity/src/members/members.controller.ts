import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { FindMembersRequest, ListMembersQuery, RemoveMemberRequest, SetRoleRequest } from './member.requests.js';
import { MembersService } from './members.service.js';

@ApiExcludeController()
@Internal()
@Controller('internal/tenants/:tenantId/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Operation({ summary: 'The members of a tenant', success: { status: 200 } })
  async list(@Param('tenantId') tenantId: string, @Query() { actorId, cursor, limit }: ListMembersQuery) {
    const { items, nextCursor, hasMore } = await this.members.list(tenantId, actorId, cursor, limit);
    return { members: items, nextCursor, hasMore };
  }

  @Post('find')
  @Operation({ summary: 'The members with these ids', success: { status: 200 } })
  async find(@Param('tenantId') tenantId: string, @Body() { userIds }: FindMembersRequest) {
    return { members: await this.members.listByIds(tenantId, userIds) };
  }

  @Get(':userId')
  @Operation({ summary: 'One member of a tenant', success: { status: 200 } })
  get(@Param('tenantId') tenantId: string, @Param('userId') userId: string) {
    return this.members.get(tenantId, userId);
  }

  @Patch(':userId')
  @Operation({ summary: 'Give a member another role', success: { status: 200 } })
  setRole(
    @Param('tenantId') tenantId: string,
    @Param('userId') userId: string,
    @Body() { actorId, role }: SetRoleRequest,
  ) {
    return this.members.setRole(tenantId, actorId, userId, role);
  }

  @Post(':userId/remove')
  @Operation({ summary: 'Put a member out, or let one leave', success: { status: 204 } })
  remove(
    @Param('tenantId') tenantId: string,
    @Param('userId') userId: string,
    @Body() { actorId }: RemoveMemberRequest,
  ): Promise<void> {
    return this.members.remove(tenantId, actorId, userId);
  }
}

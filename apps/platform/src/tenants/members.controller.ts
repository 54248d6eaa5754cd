import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdentityOutage, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { ListMembersQuery, SetRolePatch } from './dto/member.requests.js';
import { MemberDetailResponse, MemberListResponse, MemberResponse } from './dto/member.responses.js';
import { MembersService } from './members.service.js';
import { OwnTenant } from './tenant-of-path.guard.js';

/** The member that `:userId` names, in the tenant that the path names. */
const KnownMember = knownBy(MembersService, (members, { id = '', userId = '' }) => members.get(id, userId));

/** The members of a tenant. */
@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/tenants/:id/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @OwnTenant()
  @Operation({
    summary: 'The members of a tenant',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: MemberListResponse },
  })
  async list(@Param('id') tenantId: string, @Query() page: ListMembersQuery): Promise<MemberListResponse> {
    return MemberListResponse.of(await this.members.listPage(tenantId, page));
  }

  @Patch(':userId')
  @KnownMember()
  @OwnTenant({ manage: true })
  @Operation({
    summary: 'Give a member another role',
    description:
      'Needs an owner or admin; only an owner makes and changes owners, and there is always one left (409). ' +
      'When this has answered, every API enforces the new role.',
    success: { status: 200, type: MemberDetailResponse },
    errors: [409],
  })
  async setRole(
    @Param('id') tenantId: string,
    @Param('userId') userId: string,
    @Body() { Role }: SetRolePatch,
  ): Promise<MemberDetailResponse> {
    return { Member: MemberResponse.of(await this.members.setRole(tenantId, userId, Role)) };
  }

  @Delete(':userId')
  @OwnTenant({ whileSuspended: true })
  @Operation({
    summary: 'Remove a member, or leave',
    description:
      'Every member may leave. To remove another member takes an owner or admin, and an owner if it is an owner. The ' +
      'last owner stays (409). When this has answered, every API denies them the tenant.',
    success: { status: 204 },
    errors: [409],
  })
  async remove(@Param('id') tenantId: string, @Param('userId') userId: string): Promise<void> {
    await this.members.remove(tenantId, userId);
  }
}

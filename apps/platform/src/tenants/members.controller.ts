import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, IdentityOutage, Session } from '#libs/auth';
import { isPublicId, knownBy, Operation, Problem } from '#libs/http';
import { IdentityGateway } from '../auth/identity-gateway.js';
import { ListMembersQuery, SetRolePatch } from './dto/member.requests.js';
import { MemberDetailResponse, MemberListResponse, MemberResponse } from './dto/member.responses.js';
import type { Member } from './members.js';
import { OwnTenant } from './tenant-of-path.guard.js';

/** The member that `:userId` names, in the tenant that the path names. */
const KnownMember = knownBy(
  IdentityGateway,
  async (identity, { id = '', userId }) =>
    isPublicId('usr', userId) && identity.request<Member>('GET', pathOf(id, userId)),
);

/** The members of a tenant. */
@ApiTags('Tenants')
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Controller('api/tenants/:id/members')
export class MembersController {
  constructor(private readonly identity: IdentityGateway) {}

  @Get()
  @OwnTenant()
  @Operation({
    summary: 'The members of a tenant',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: MemberListResponse },
  })
  async list(
    @Param('id') tenantId: string,
    @Query() { cursor = 0, limit }: ListMembersQuery,
  ): Promise<MemberListResponse> {
    const query = new URLSearchParams({ actorId: currentSession().userId, cursor: `${cursor}`, limit: `${limit}` });
    const path = `/internal/tenants/${tenantId}/members?${query}`;
    const page = await this.identity.request<{ members: Member[]; nextCursor: number; hasMore: boolean }>('GET', path);
    return MemberListResponse.of({ items: page.members, ...page });
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
    const body = { actorId: currentSession().userId, role: Role };
    return { Member: MemberResponse.of(await this.identity.request<Member>('PATCH', pathOf(tenantId, userId), body)) };
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
    const body = { actorId: currentSession().userId };
    await this.identity.request('POST', `${pathOf(tenantId, userId)}/remove`, body);
  }
}

function pathOf(tenantId: string, userId: string): string {
  if (!isPublicId('usr', userId)) throw new Problem('NotFound');
  return `/internal/tenants/${tenantId}/members/${userId}`;
}

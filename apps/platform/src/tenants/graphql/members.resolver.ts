import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { IdentityOutage, Session } from '#libs/core/auth';
import { AcceptInvitationRequest, InviteRequest, SetRolePatch } from '../dto/member.requests.js';
import { InvitationResponse, MemberResponse } from '../dto/member.responses.js';
import { TenantResponse } from '../../auth/dto/member-tenant.responses.js';
import { InvitationsService } from '../invitations.service.js';
import { MembersService } from '../members.service.js';
import { OwnTenant } from '../tenant-of-path.guard.js';
import { TenantId, TenantMemberConnection, TenantMemberConnectionArgs } from './tenant.types.js';

/** The members of a tenant, and the invitations to it. */
@IdentityOutage('ProviderError')
@Session({ tenant: false })
@Resolver(() => MemberResponse)
export class MembersResolver {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
  ) {}

  @Query(() => TenantMemberConnection, { nullable: true, description: 'The members of an account.' })
  @OwnTenant()
  tenantMembers(@Args() { tenantId, ...args }: TenantMemberConnectionArgs): Promise<TenantMemberConnection> {
    return TenantMemberConnection.read(args, (page) => this.members.listPage(tenantId, page));
  }

  @Mutation(() => MemberResponse, {
    nullable: true,
    description: 'Gives a member another role. Only an owner makes and changes owners, and one is always left.',
  })
  @OwnTenant({ manage: true })
  async setMemberRole(
    @TenantId() tenantId: string,
    @Args('userId', { type: () => ID }) userId: string,
    @Args('input') { Role }: SetRolePatch,
  ): Promise<MemberResponse> {
    await this.members.get(tenantId, userId);
    return MemberResponse.of(await this.members.setRole(tenantId, userId, Role));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a member, or leaves: every member may leave, but for the last owner. Answers the id.',
  })
  @OwnTenant({ whileSuspended: true })
  async removeMember(
    @TenantId() tenantId: string,
    @Args('userId', { type: () => ID }) userId: string,
  ): Promise<string> {
    await this.members.remove(tenantId, userId);
    return userId;
  }

  @Query(() => [InvitationResponse], { nullable: true, description: 'The open invitations to an account.' })
  @OwnTenant({ manage: true })
  async tenantInvitations(@TenantId() tenantId: string): Promise<InvitationResponse[]> {
    return (await this.invitations.list(tenantId)).map((invitation) => InvitationResponse.of(invitation));
  }

  @Mutation(() => InvitationResponse, {
    nullable: true,
    description: 'Invites a user by mail, with a link that works for a week.',
  })
  @OwnTenant({ manage: true })
  async inviteMember(
    @TenantId() tenantId: string,
    @Args('input') { Email, Role }: InviteRequest,
  ): Promise<InvitationResponse> {
    return InvitationResponse.of(await this.invitations.create(tenantId, Email, Role));
  }

  @Mutation(() => ID, { nullable: true, description: 'Revokes an invitation. Answers its id.' })
  @OwnTenant({ manage: true })
  async revokeInvitation(@TenantId() tenantId: string, @Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.invitations.revoke(tenantId, id);
    return id;
  }

  @Mutation(() => TenantResponse, {
    nullable: true,
    description: 'Accepts an invitation by the token of its mail. The session is of the user who has the address.',
  })
  async acceptInvitation(@Args('input') { Token }: AcceptInvitationRequest): Promise<TenantResponse> {
    return TenantResponse.of(await this.invitations.accept(Token));
  }
}

import type { Role } from '#libs/core/auth';
import { GraphqlInput } from '#libs/core/graphql';
import { EmailAddress, OneOf, pageQuery, Text } from '#libs/core/http';

const ROLES = ['owner', 'admin', 'member'] as const;

export class ListMembersQuery extends pageQuery(200) {}

@GraphqlInput('SetMemberRoleInput')
export class SetRolePatch {
  @OneOf(ROLES, { example: 'admin' })
  Role: Role;
}

@GraphqlInput('InviteMemberInput')
export class InviteRequest {
  @EmailAddress({ example: 'bea@example.com' })
  Email: string;

  @OneOf(ROLES, { description: 'Only an owner invites owners.', example: 'member' })
  Role: Role;
}

@GraphqlInput('AcceptInvitationInput')
export class AcceptInvitationRequest {
  @Text({ min: 1, max: 200, description: 'The token in the link of the mail.' })
  Token: string;
}

import type { Role } from '#libs/core/auth';
import { OneOf, PublicId, pageQuery, QueryPublicId, TextList } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';

export class ListMembersQuery extends pageQuery(200) {
  @QueryPublicId('usr', { required: true })
  actorId: Id<'usr'>;
}

export class FindMembersRequest {
  @TextList({ max: 100, itemMax: 320, description: 'Ids of users, of which some may be no members.' })
  userIds: string[];
}

export class SetRoleRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;

  @OneOf(['owner', 'admin', 'member'])
  role: Role;
}

export class RemoveMemberRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;
}

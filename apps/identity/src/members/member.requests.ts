import type { Role } from '#libs/core/auth';
import { OneOf, PublicId, pageQuery, QueryPublicId } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';

export class ListMembersQuery extends pageQuery(200) {
  @QueryPublicId('usr', { required: true })
  actorId: Id<'usr'>;
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

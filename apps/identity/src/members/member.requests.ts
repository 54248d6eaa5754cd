import type { Role } from '#libs/auth';
import { OneOf, PublicId, QueryInteger, QueryPublicId } from '#libs/http';
import type { Id } from '#libs/persistence';

export class ListMembersQuery {
  @QueryPublicId('usr', { required: true })
  actorId: Id<'usr'>;

  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 })
  cursor: number;

  @QueryInteger({ min: 1, max: 200, default: 50 })
  limit: number;
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

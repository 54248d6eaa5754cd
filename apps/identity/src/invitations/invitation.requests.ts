import type { Role } from '#libs/auth';
import { EmailAddress, MayBeAbsent, OneOf, PublicId, QueryPublicId, Text } from '#libs/http';
import type { Id } from '#libs/persistence';
import { TOKEN_MAX } from '../addresses/address.requests.js';
import { PASSWORD_MAX, PASSWORD_MIN } from '../users/user.requests.js';

export class InviteRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;

  @EmailAddress()
  email: string;

  @OneOf(['owner', 'admin', 'member'])
  role: Role;
}

export class ListInvitationsQuery {
  @QueryPublicId('usr', { required: true })
  actorId: Id<'usr'>;
}

export class RevokeInvitationRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;
}

export class AcceptInvitationRequest {
  @PublicId('usr')
  userId: Id<'usr'>;

  @Text({ min: 1, max: TOKEN_MAX })
  token: string;
}

export class RegisterInvitedRequest {
  @Text({ min: 1, max: TOKEN_MAX })
  token: string;

  @EmailAddress()
  email: string;

  @Text({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  password: string;

  @MayBeAbsent()
  @Text({ max: 200 })
  name?: string;

  @MayBeAbsent()
  @Text({ max: 64 })
  ip?: string;
}

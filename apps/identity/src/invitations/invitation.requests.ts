import type { Role } from '#libs/core/auth';
import { EmailAddress, ITEM, MayBeAbsent, OneOf, PublicId, QueryPublicId, Text, TextList } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { TOKEN_MAX } from '../link-tokens/link-token.entity.js';
import { PRODUCTS } from '../tenants/products.js';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/password-length.js';

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

export class TenantOfInvitedRequest {
  @PublicId('usr')
  operatorId: Id<'usr'>;

  @Text({ min: 1, max: 200 })
  name: string;

  @EmailAddress()
  email: string;

  @MayBeAbsent()
  @Text({ max: 100 })
  plan?: string;

  @MayBeAbsent()
  @TextList({ max: PRODUCTS.length, item: ITEM.oneOf(PRODUCTS) })
  products?: string[];
}

export class InviteOwnerRequest {
  @PublicId('usr')
  operatorId: Id<'usr'>;

  @EmailAddress()
  email: string;
}

import type { Role, TenantStatus } from '#libs/core/auth';
import { ITEM, MayBeAbsent, OneOf, PublicId, Text, TextList } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { PRODUCTS } from './products.js';

export class CreateTenantRequest {
  @Text({ min: 1, max: 200 })
  name: string;

  @PublicId('usr')
  ownerId: Id<'usr'>;
}

export class UpdateTenantPatch {
  @MayBeAbsent()
  @Text({ min: 1, max: 200 })
  name?: string;

  @MayBeAbsent()
  @OneOf(['active', 'suspended', 'trial'])
  status?: TenantStatus;

  @MayBeAbsent()
  @Text({ max: 100 })
  plan?: string;

  @MayBeAbsent()
  @TextList({ max: PRODUCTS.length, item: ITEM.oneOf(PRODUCTS) })
  products?: string[];

  @MayBeAbsent()
  @Text({ max: 500 })
  reason?: string;
}

export class AddMemberRequest {
  @PublicId('usr')
  userId: Id<'usr'>;

  @OneOf(['owner', 'admin', 'member'])
  role: Role;
}

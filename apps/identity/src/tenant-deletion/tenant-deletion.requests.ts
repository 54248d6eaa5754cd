import { pageQuery, PublicId, Text } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { PASSWORD_MAX } from '../passwords/password-length.js';

export class RestoreTenantRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;
}

export class DeleteTenantRequest extends RestoreTenantRequest {
  @Text({ min: 1, max: PASSWORD_MAX })
  password: string;
}

export class ListDeletionsQuery extends pageQuery(200) {}

import { PublicId, Text } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { PASSWORD_MAX } from '../passwords/password-length.js';

export class ExportTenantRequest {
  @PublicId('usr')
  actorId: Id<'usr'>;

  @Text({ min: 1, max: PASSWORD_MAX })
  password: string;
}

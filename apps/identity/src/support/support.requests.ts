import { PublicId, Text } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';

export class EnterTenantRequest {
  @PublicId('usr')
  operatorId: Id<'usr'>;

  @PublicId('ses')
  parentSessionId: Id<'ses'>;

  @Text({ max: 100 })
  tenantId: string;

  @Text({ min: 1, max: 500 })
  reason: string;
}

export class EndSupportRequest {
  @PublicId('usr')
  operatorId: Id<'usr'>;
}

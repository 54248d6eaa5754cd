import type { TenantStatus } from '#libs/core/auth';
import { PageLimit, QueryEnum, QueryInteger, QueryText } from '#libs/core/http';

export class ConsoleTenantsQuery {
  @QueryEnum(['active', 'suspended', 'trial'])
  status?: TenantStatus;

  @QueryText({ max: 100 })
  plan?: string;

  @QueryText({ max: 200 })
  q?: string;

  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}

import { PageLimit, QueryPublicId, QueryText, QueryTimestamp } from '#libs/core/http';
import type { Id, TenantId } from '#libs/core/persistence';

/** One entry more than the longest page that is shown. */
const AUDIT_PAGE_MAX = 201;

/** How another app asks for entries of this log. */
export class AuditQuery {
  @QueryPublicId('acc')
  tenantId?: TenantId;

  @QueryText({ max: 100 })
  actorId?: string;

  @QueryText({ max: 100 })
  action?: string;

  @QueryText({ max: 500 })
  objectId?: string;

  @QueryTimestamp()
  from?: string;

  @QueryTimestamp()
  to?: string;

  @QueryPublicId('aud')
  before?: Id<'aud'>;

  @PageLimit(AUDIT_PAGE_MAX)
  limit: number;
}

import { PageLimit, QueryPublicId, QueryText, QueryTimestamp } from '#libs/http';
import type { Id, TenantId } from '#libs/persistence';

/** The longest page: one entry more than a page that is shown. */
export const AUDIT_PAGE_MAX = 201;

/** How one app asks another for entries of its log. */
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

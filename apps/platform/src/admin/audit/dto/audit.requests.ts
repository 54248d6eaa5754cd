import { pageQuery, QueryPublicId, QueryText, QueryTimestamp } from '#libs/http';
import type { TenantId } from '#libs/persistence';

/** What a tenant's admins may look for in their log. */
export class ListAuditQuery extends pageQuery(200) {
  @QueryText({ max: 100, description: 'Id of the user, or of the API key, who acted.' })
  actor?: string;

  @QueryText({ max: 100, description: 'An action, as in tenant.suspended; tenant.* stands for all that begin so.' })
  action?: string;

  @QueryText({ max: 500, description: 'Id of the object that was acted upon.' })
  object?: string;

  @QueryTimestamp({ description: 'From this moment on.' })
  from?: string;

  @QueryTimestamp({ description: 'Before this moment.' })
  to?: string;
}

export class ConsoleAuditQuery extends ListAuditQuery {
  @QueryPublicId('acc', { description: 'Whose data it was about.' })
  tenant?: TenantId;
}

import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit, type AuditFields } from '#libs/audit';
import type { TenantId } from '#libs/persistence';
import type { WebhookEndpoint } from './webhook.js';

interface EndpointStates {
  before?: WebhookEndpoint;
  after?: WebhookEndpoint;
}

/** Where a tenant's events go is worth knowing afterwards. */
export async function auditEndpoint(
  tx: EntityManager,
  tenantId: TenantId,
  action: string,
  { before, after }: EndpointStates,
): Promise<void> {
  const id = (after ?? before)?.id ?? '';
  const states = { before: before && fieldsOf(before), after: after && fieldsOf(after) };
  await recordAudit(tx, { action, object: { type: 'webhook', id }, tenantId, ...states });
}

/** Without the query of the URL and who logs in with it: there are secrets in them. */
function fieldsOf(endpoint: WebhookEndpoint): AuditFields {
  const { origin, pathname } = new URL(endpoint.url);
  return { ...auditFields(endpoint, ['events', 'active']), url: `${origin}${pathname}` };
}

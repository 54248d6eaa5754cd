import type { EntityManager } from 'typeorm';
import { type AuditEvent, auditFields, recordAudit, type AuditFields } from '#libs/core/audit';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

type EndpointStates =
  | { before: WebhookEndpoint; after?: WebhookEndpoint }
  | { before?: WebhookEndpoint; after: WebhookEndpoint };

export async function auditEndpoint(
  tx: EntityManager,
  action: string,
  { before, after }: EndpointStates,
  actor?: AuditEvent['actor'],
): Promise<void> {
  const { tenantId, id } = (after ?? before) as WebhookEndpoint;
  const states = { before: before && fieldsOf(before), after: after && fieldsOf(after) };
  await recordAudit(tx, { action, object: { type: 'webhook', id }, tenantId, ...states, ...(actor && { actor }) });
}

/** Leaves out the query of the URL and its user and password, which may be secret. */
function fieldsOf(endpoint: WebhookEndpoint): AuditFields {
  const { origin, pathname } = new URL(endpoint.url);
  return { ...auditFields(endpoint, ['environment', 'events', 'format', 'active']), url: `${origin}${pathname}` };
}

import { many, one, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { InboundRoute } from './inbound-route.entity.js';

/** A route as the listener needs it. */
export type ReceivingRoute = Pick<InboundRoute, 'tenantId' | 'id' | 'recipient' | 'webhookId'>;

const RECEIVING = prepared(
  'inbound-routes-receiving',
  `
    select r.tenant_id as "tenantId", r.id, r.recipient, r.webhook_id as "webhookId"
      from inbound_route r
     where r.domain = $1 and r.enabled and exists (
       select from sending_domain d where d.tenant_id = r.tenant_id and d.id = r.domain_id and d.verified_at is not null)
     order by r.id`,
);

/**
 * The enabled routes of a domain that its tenant has verified; of one tenant, since only one can have it verified. Runs as the
 * system role.
 */
export async function listReceivingRoutes(pool: SqlExecutor, domain: string): Promise<ReceivingRoute[]> {
  return many(pool, RECEIVING, [domain]);
}

/** Number of enabled routes of a domain. */
export async function countEnabled(tx: SqlExecutor, tenantId: TenantId, domainId: string): Promise<number> {
  const { routes } = await one<{ routes: number }>(
    tx,
    'select count(*)::int as routes from inbound_route where tenant_id = $1 and domain_id = $2 and enabled',
    [tenantId, domainId],
  );
  return routes;
}

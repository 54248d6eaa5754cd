import type { Request } from 'express';
import type { SessionPrincipal } from '#libs/core/auth';
import { type CallCounter, type Count, tighter } from './call-counter.js';
import { countOperation } from './operation-count.js';

/** Root fields a minute of a session. */
const SESSION_FIELDS = 1_500;
/** Root fields a minute of all sessions of a tenant: as many as ten of them have. */
const TENANT_FIELDS = 15_000;

/**
 * Counts the root fields of a GraphQL operation for its session and for the tenant, once for an operation. No API key and no
 * call of REST shares these counts. Returns the one that leaves the fewest; undefined on a REST route.
 */
export async function countGraphqlFields(
  counter: CallCounter,
  request: Request,
  { sessionId, tenant }: Pick<SessionPrincipal, 'sessionId' | 'tenant'>,
): Promise<Count | undefined> {
  const [ofSession, ofTenant] = await Promise.all([
    countOperation(request, sessionId, (fields) => counter.count('graphql-fields', SESSION_FIELDS, sessionId, fields)),
    tenant &&
      countOperation(request, tenant.id, (fields) =>
        counter.count('graphql-tenant-fields', TENANT_FIELDS, tenant.id, fields),
      ),
  ]);
  return ofSession && ofTenant ? tighter(ofSession, ofTenant) : ofSession;
}

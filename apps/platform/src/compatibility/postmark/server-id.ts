import { positionOf, type TenantId } from '#libs/core/persistence';

/** Number of an account, which is what Postmark calls a server. */
export const serverIdOf = (tenantId: TenantId): number => positionOf(tenantId);

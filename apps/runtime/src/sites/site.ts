import type { TenantId } from '#libs/core/persistence';

/** A host that this runtime answers for: the shared one, or a verified one of a tenant. */
export interface Site {
  host: string;
  /** Null on the shared host, which serves the pages of all tenants. */
  tenantId: TenantId | null;
  domainId: string | null;
  /** Whether it is the tenant's first host. */
  isDefault: boolean;
}

/** Names an address in memory. A host has no slash, so no two addresses have the same name. */
export const addressKey = ({ host }: Site, path: string): string => host + path;

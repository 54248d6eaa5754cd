import type { TenantId } from '#libs/persistence';

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

/** The host of a header `Host`: lower case, without a port and a final dot. */
export function hostOf(header: string): string {
  const end = header.charCodeAt(0) === BRACKET ? header.indexOf(']') + 1 : header.indexOf(':');
  const host = end > 0 ? header.slice(0, end) : header;
  return (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase();
}

const BRACKET = '['.charCodeAt(0);

import type { Request } from 'express';
import { traceHeaders } from '#libs/core/observability';

export const TENANT_HEADER = 'x-service-tenant';

/** Headers of a request that apps see as they are. */
const PASSED_HEADERS = ['accept-language', 'user-agent'] as const;

/** Destination of a call to an app on behalf of a request: for which tenant, and with which credential. */
export interface CallTarget {
  authorization?: string;
  /** Id or slug; the first of the user if absent. */
  tenant?: string;
}

/** The headers of calls to apps for a request. Without a credential the apps say that there is none. */
export function callHeaders(request: Request, { authorization, tenant }: CallTarget): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-for': request.ip ?? '', ...traceHeaders() };
  if (authorization !== undefined) headers['authorization'] = authorization;
  if (tenant !== undefined) headers[TENANT_HEADER] = tenant;
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** The tenant that a request names in its header. */
export function tenantOf(request: Request): string | undefined {
  const value = request.headers[TENANT_HEADER];
  return typeof value === 'string' ? value : undefined;
}

import type { Request } from 'express';
import { isFromOwnPages } from '#libs/core/auth';
import { Problem } from '#libs/core/http';

/**
 * Rejects what another site's page sends with the cookie of the session, which browsers add by themselves.
 * @throws Problem PermissionDenied
 */
export function rejectForeignPages(request: Request, ownOrigin: string): void {
  if (isFromOwnPages(request, [ownOrigin])) return;
  throw new Problem('PermissionDenied', { message: 'This must come from a page of the dashboard.' });
}

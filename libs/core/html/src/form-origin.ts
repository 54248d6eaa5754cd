import type { Request } from 'express';
import { Problem } from '#libs/core/http';

/**
 * Rejects a form that another site sent, by the browser's own headers. A client without them passes: what a form needs to
 * have an effect, a cookie or a token, no other site has.
 * @throws Problem PermissionDenied
 */
export function rejectCrossSiteForm(request: Request, ownOrigin: string): void {
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  if ((origin === undefined || origin === ownOrigin) && (site === undefined || site === 'same-origin')) return;
  throw new Problem('PermissionDenied', { message: 'This form was sent from another site.' });
}

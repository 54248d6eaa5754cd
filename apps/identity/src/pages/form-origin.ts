import type { Request } from 'express';
import { Problem } from '#libs/http';

/**
 * Refuses a form that another site sent, by what the browser says of where it comes from. Who says nothing is no browser
 * of today, or no browser; what the form needs to be worth anything, a cookie or a token, no other site has.
 * @throws Problem PermissionDenied
 */
export function refuseForeign(request: Request, own: string): void {
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  if ((origin === undefined || origin === own) && (site === undefined || site === 'same-origin')) return;
  throw new Problem('PermissionDenied', { message: 'This form was sent from another site.' });
}

import { currentPrincipal, currentSession, currentTenant, type KeyPrincipal } from '#libs/core/auth';
import { Problem } from '#libs/core/http';

/** The tenant that sends, and whether to real recipients. */
export type Sender = Pick<KeyPrincipal, 'tenant' | 'environment'>;

/**
 * A session sends to real recipients in production, and into the sandbox elsewhere, as the keys there do.
 * @throws Problem PermissionDenied in production for a user without a verified address
 */
export function sessionSender(isProduction: boolean): Sender {
  if (isProduction) assertVerifiedUser();
  return { tenant: currentTenant(), environment: isProduction ? 'live' : 'test' };
}

/** @throws Problem PermissionDenied for a session of a user without a verified address */
export function assertVerifiedUser(): void {
  if (currentSession().verified) return;
  throw new Problem('PermissionDenied', {
    message:
      'Sending needs a verified e-mail address: open the link in the mail to yours. ' +
      'POST /api/auth/me/verify/resend sends another.',
  });
}

/** The sender of a route for keys and sessions. @throws what {@link sessionSender} throws */
export function currentSender(isProduction: boolean): Sender {
  const principal = currentPrincipal();
  return principal?.kind === 'key' ? principal : sessionSender(isProduction);
}

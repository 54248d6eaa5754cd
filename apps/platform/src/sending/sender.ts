import { currentTenant, type KeyPrincipal } from '#libs/auth';

/** The tenant that sends, and whether to real recipients. */
export type Sender = Pick<KeyPrincipal, 'tenant' | 'environment'>;

/** A session sends to real recipients in production, and into the sandbox elsewhere, as the keys there do. */
export function sessionSender(isProduction: boolean): Sender {
  return { tenant: currentTenant(), environment: isProduction ? 'live' : 'test' };
}

import { currentTenant, type KeyPrincipal } from '#libs/auth';

/** Who sends: the tenant, and whether for real. */
export type Sender = Pick<KeyPrincipal, 'tenant' | 'environment'>;

/** A member of a tenant sends for real in production, and into the sandbox elsewhere, as the keys there do. */
export function sessionSender(isProduction: boolean): Sender {
  return { tenant: currentTenant(), environment: isProduction ? 'live' : 'test' };
}

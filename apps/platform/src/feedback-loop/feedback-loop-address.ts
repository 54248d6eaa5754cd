import { toDomainName } from '#libs/messaging/domains';
import { domainOf } from '#libs/mail/email';
import type { PlatformConfig } from '../config.js';

/** Address to which complaints are to come, and the domain that has to sign for it. */
export interface FeedbackLoopAddress {
  address: string;
  domain: string;
}

/** Null if the installation takes no complaints: it needs the address, and the listener that serves it. */
export function feedbackLoopAddress({ fblAddress, returnPathDomain }: PlatformConfig): FeedbackLoopAddress | null {
  const domain = fblAddress && returnPathDomain ? toDomainName(domainOf(fblAddress)) : undefined;
  return fblAddress && domain ? { address: fblAddress, domain } : null;
}

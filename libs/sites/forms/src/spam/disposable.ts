import type * as Disposable from 'disposable-email-domains-js';
import { lazyPackage, once } from '#libs/core/process';

const disposable = lazyPackage<typeof Disposable>('disposable-email-domains-js');

/** Domains of services for addresses that are thrown away, from a list that its maintainers renew each month. */
const domains = once(() => disposable().disposableEmailBlocklistSet());

/** Whether a domain, or one above it, is on the list. */
export function isDisposableDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  return labels.some((_, index) => index < labels.length - 1 && domains().has(labels.slice(index).join('.')));
}

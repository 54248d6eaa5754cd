/** Claims of domains by tenants: columns, standing after a check, regular checks. */

export { DomainClaim } from './domain-claim.js';
export { DomainRechecker, type DueDomain } from './domain-rechecker.js';
export { MISSING_GRACE_MS, nextCheckAfter, type Standing, standingAfter } from './standing.js';

import type { Session } from './session.ts';

/** Screens that are of no account. */
const OF_NO_TENANT = /^\/(?:console|account|new-account)/;

/** Where somebody is led who is at a screen that is not for them; undefined if they may stay. */
export function placeInstead(pathname: string, { tenant, support }: Session): string | undefined {
  // A support session is of the account that it looks at, and has no console.
  if (support) return pathname.startsWith('/console') ? '/messages' : undefined;
  return tenant.id || OF_NO_TENANT.test(pathname) ? undefined : '/console';
}

import type { Session } from './session.ts';

/** Screens that are of no account. */
const OF_NO_TENANT = /^\/(?:console|account|new-account)/;

/** Returns the screen to show in place of one that is not for this session; undefined if it may stay. */
export function placeInstead(pathname: string, { tenant, support }: Session): string | undefined {
  // A support session is of the account that it looks at, and has no console.
  if (support) return pathname.startsWith('/console') ? '/messages' : undefined;
  return tenant.id || OF_NO_TENANT.test(pathname) ? undefined : '/console';
}

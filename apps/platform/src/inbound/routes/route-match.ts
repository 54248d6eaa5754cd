/** The recipient of a route that takes every address of its domain. */
export const EVERY_ADDRESS = '*';

/** Letters that a local part may have without quotes (RFC 5322), in lower case. */
export const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** A part of a route by which it takes addresses. */
interface Matching {
  recipient: string;
}

/** A route that takes an address, and how specific it is: the higher, the more. */
export interface RouteMatch<Route extends Matching> {
  route: Route;
  rank: number;
}

/**
 * Finds the route that takes an address: that of the local part itself, else of what stands before a tag (`support+tag` is for
 * `support`), the longest first, else that of every address.
 */
export function matchRoute<Route extends Matching>(
  routes: readonly Route[],
  localPart: string,
): RouteMatch<Route> | undefined {
  const names = namesOf(localPart.toLowerCase());
  for (const [index, name] of names.entries()) {
    const route = routes.find(({ recipient }) => recipient === name);
    if (route) return { route, rank: names.length - index };
  }
  const route = routes.find(({ recipient }) => recipient === EVERY_ADDRESS);
  return route && { route, rank: 0 };
}

/** The local part, and what is left of it without its last tag, without the last two, and so on. */
function namesOf(localPart: string): string[] {
  const pieces = localPart.split('+');
  return pieces
    .map((_, index) => pieces.slice(0, pieces.length - index).join('+'))
    .filter((name) => name !== '' && name !== EVERY_ADDRESS);
}

import { isReservedSlug } from '#libs/sites/sites';

/** The home page of a domain. */
export const HOME = '/';

const PATH = /^(?:\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const PATH_MAX = 200;

/** Whether a page may answer at the path: lower-case segments, none of which hides a route of the runtime. */
export function isPagePath(path: string): boolean {
  if (path === HOME) return true;
  return path.length <= PATH_MAX && PATH.test(path) && !isReservedSlug(path.split('/')[1] ?? '');
}

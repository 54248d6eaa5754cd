/** The path and query that a browser came for, if it is one of this dashboard; the home page for anything else. */
export function ownPath(to: string | undefined, origin: string): string {
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return '/';
  const url = new URL(to, origin);
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

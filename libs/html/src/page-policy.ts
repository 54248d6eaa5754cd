import type { PageStyle } from './page-style.js';

export interface PagePermissions {
  style: PageStyle;
  /**
   * Addresses that the forms of the page lead to in the end, besides its own origin. Browsers hold the whole chain of
   * redirects after a form to `form-action`.
   */
  destinations?: readonly (string | undefined)[];
  /** The source of a script, such as `'sha256-…'`; none unless told. */
  script?: string;
}

/** A Content-Security-Policy of a page that may show its style and send its forms, and nothing else. */
export function pagePolicy({ style, destinations = [], script }: PagePermissions): string {
  const targets = ["'self'", ...new Set(destinations.flatMap(sourceOf))].join(' ');
  const scripts = script === undefined ? '' : `; script-src ${script}`;
  return `default-src 'none'; style-src ${style.source}${scripts}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}

/** An origin, or of a native app its scheme. */
function sourceOf(destination: string | undefined): string[] {
  if (destination === undefined || !URL.canParse(destination)) return [];
  const { origin, protocol } = new URL(destination);
  return [origin === 'null' ? protocol : origin];
}

import type { PageStyle } from './page-style.js';

export interface PagePermissions {
  style: PageStyle;
  /**
   * Targets of the page's forms beside its own origin. Browsers apply `form-action` to the whole chain of redirects after a
   * form.
   */
  destinations?: readonly (string | undefined)[];
  /** The source of a script, such as `'sha256-…'`; none if absent. */
  script?: string;
  /** The URL of a picture; none if absent. */
  image?: string;
}

/** A Content-Security-Policy that allows only the page's style and its forms. */
export function pagePolicy({ style, destinations = [], script, image }: PagePermissions): string {
  const targets = ["'self'", ...new Set(destinations.flatMap(sourceOf))].join(' ');
  const scripts = script === undefined ? '' : `; script-src ${script}`;
  const images = sourceOf(image)
    .map((source) => `; img-src ${source}`)
    .join('');
  return `default-src 'none'; style-src ${style.source}${scripts}${images}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}

/** An origin, or of a native app its scheme. */
function sourceOf(destination: string | undefined): string[] {
  if (destination === undefined || !URL.canParse(destination)) return [];
  const { origin, protocol } = new URL(destination);
  return [origin === 'null' ? protocol : origin];
}

const RESERVED = new Set(
  'healthz readyz version metrics docs openapi.json pixel.js collect replay f r _f _m robots.txt sitemap.xml asender-sw.js internal favicon.ico'.split(
    ' ',
  ),
);

/** Whether a slug would hide a route of the runtime. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug);
}

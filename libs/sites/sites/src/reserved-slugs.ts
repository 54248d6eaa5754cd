const RESERVED = new Set(
  'healthz readyz version metrics docs openapi.json pixel.js collect replay f r _f _m robots.txt sitemap.xml asender-sw.js internal favicon.ico'.split(
    ' ',
  ),
);

/** Whether a slug would hide a route of the runtime. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug);
}

const LEGAL = new Set(
  (
    'privacidade politica-de-privacidade politica-privacidade termos termos-de-uso termos-e-condicoes cookies politica-de-cookies lgpd ' +
    'aviso-legal aviso-de-privacidade privacy privacy-policy terms terms-of-use terms-of-service terms-and-conditions cookie-policy ' +
    'legal imprint privacidad politica-de-privacidad terminos terminos-de-uso terminos-y-condiciones aviso-de-privacidad'
  ).split(' '),
);

/**
 * Whether visitors of the shared host would take a page of this slug for the host's own: every account's privacy policy and
 * terms. No account gets it there; on a domain of its own it may have the path.
 */
export function isLegalSlug(slug: string): boolean {
  return LEGAL.has(slug);
}

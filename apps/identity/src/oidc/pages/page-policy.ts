import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { STYLE_SOURCE } from './style.js';

/** The library's own pages consist of a form that sends itself; without scripts it has a button. */
const INLINE_SCRIPT = /<script>([^<]*)<\/script>/;

/**
 * What a page may do: nothing but show its style and send its forms. Browsers hold the whole chain of redirects after
 * a form to `form-action`, so it names where the person goes in the end.
 */
export function pagePolicy(destinations: readonly (string | undefined)[] = [], script?: string): string {
  const targets = ["'self'", ...new Set(destinations.flatMap(sourceOf))].join(' ');
  const scripts = script === undefined ? '' : `; script-src ${script}`;
  return `default-src 'none'; style-src ${STYLE_SOURCE}${scripts}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}

export function sendPage(response: ServerResponse, status: number, text: string, destination?: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', pagePolicy([destination]));
  // Without a referrer browsers would not say that our own forms come from here.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Gives every page of the library the policy that fits it. */
export function protectPages(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (!ctx.response.is('html') || typeof ctx.body !== 'string') return;
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    const destinations = [textOf(oidc?.params?.['redirect_uri']), textOf(oidc?.params?.['post_logout_redirect_uri'])];
    const script = INLINE_SCRIPT.exec(ctx.body)?.[1];
    ctx.set('Content-Security-Policy', pagePolicy(trusted(oidc) ? destinations : [], script && hashOf(script)));
  });
}

/** A redirect_uri counts only once the library has found it among those of the client. */
const trusted = (oidc: KoaContextWithOIDC['oidc'] | undefined): boolean =>
  oidc?.redirectUriCheckPerformed === true || oidc?.route === 'end_session';

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** An origin, or of a native app its scheme. */
function sourceOf(destination: string | undefined): string[] {
  if (destination === undefined || !URL.canParse(destination)) return [];
  const { origin, protocol } = new URL(destination);
  return [origin === 'null' ? protocol : origin];
}

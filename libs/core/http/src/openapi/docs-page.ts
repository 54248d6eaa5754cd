import { createHash } from 'node:crypto';
import { apiReference, type NestJSReferenceConfiguration } from '@scalar/nestjs-api-reference';

/** The docs page of an API and its Content-Security-Policy. */
export interface DocsPage {
  html: string;
  contentSecurityPolicy: string;
}

/** Renders the docs page, on which the document can be searched and requests can be sent. */
export function renderDocsPage(title: string, documentPath: string, scriptPath: string): DocsPage {
  const html = render({
    pageTitle: title,
    url: documentPath,
    cdn: scriptPath,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
  });
  return { html, contentSecurityPolicy: policyFor(html) };
}

/** An empty icon, so that browsers do not ask for `/favicon.ico`. */
const NO_ICON = '<link rel="icon" href="data:," />';

/** The package returns its page only from an Express handler. */
function render(configuration: NestJSReferenceConfiguration): string {
  let html = '';
  const handler = apiReference(configuration) as unknown as (request: unknown, response: unknown) => void;
  handler(undefined, { send: (text: string) => (html = text) });
  return html.replace('<head>', `<head>${NO_ICON}`);
}

/** Allows our script and the inline ones, inline styles, and requests to this API only. */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
    .map(([, script]) => script ?? '')
    .filter(Boolean);
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

import { createHash } from 'node:crypto';
import { apiReference, type NestJSReferenceConfiguration } from '@scalar/nestjs-api-reference';

/** The page on an API, and the policy under which it works. */
export interface DocsPage {
  html: string;
  contentSecurityPolicy: string;
}

/** Renders the page: a reference of the document that can be searched, and from which requests can be sent. */
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

/** The package offers its page as a handler only. */
function render(configuration: NestJSReferenceConfiguration): string {
  let html = '';
  const handler = apiReference(configuration) as unknown as (request: unknown, response: unknown) => void;
  handler(undefined, { send: (text: string) => (html = text) });
  return html.replace('<head>', `<head>${NO_ICON}`);
}

/** Scripts from here and the page's own, styles that the scripts add, and requests to this API alone. */
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

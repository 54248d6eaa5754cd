import type { ServerResponse } from 'node:http';
import { STYLE_SOURCE } from './style.js';

/**
 * What a page may do: nothing but show its style and send its forms. Browsers hold the whole chain of redirects after
 * a form to `form-action`, so it names where the user goes in the end.
 */
export function pagePolicy(destinations: readonly (string | undefined)[] = [], script?: string): string {
  const targets = ["'self'", ...new Set(destinations.flatMap(sourceOf))].join(' ');
  const scripts = script === undefined ? '' : `; script-src ${script}`;
  return `default-src 'none'; style-src ${STYLE_SOURCE}${scripts}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}

/** @param destination where the forms of the page lead in the end, when that is not here */
export function sendPage(response: ServerResponse, status: number, text: string, destination?: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', pagePolicy([destination]));
  // Without a referrer browsers would not say that our own forms come from here; the rest of an address, which may hold
  // a token, is not sent.
  response.setHeader('Referrer-Policy', 'strict-origin');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Sends the browser on, by a GET; nothing of the address that it comes from goes along. */
export function sendOn(response: ServerResponse, location: string): void {
  response.statusCode = 303;
  response.setHeader('Location', location);
  response.end();
}

/** An origin, or of a native app its scheme. */
function sourceOf(destination: string | undefined): string[] {
  if (destination === undefined || !URL.canParse(destination)) return [];
  const { origin, protocol } = new URL(destination);
  return [origin === 'null' ? protocol : origin];
}

import type { ServerResponse } from 'node:http';

/** @param headers the page's own, its Content-Security-Policy among them */
export function sendHtml(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> & { 'Content-Security-Policy': string },
): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Redirects the browser by a GET (303). */
export function sendOn(response: ServerResponse, location: string): void {
  response.statusCode = 303;
  response.setHeader('Location', location);
  response.end();
}

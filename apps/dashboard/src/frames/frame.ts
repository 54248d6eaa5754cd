import type { Response } from 'express';
import { sendHtml } from '#libs/core/html';

/**
 * Sends HTML of strangers for a frame of the page. It runs no script and loads nothing but pictures, has an origin of its own, and
 * opens its links elsewhere. Pictures of other servers tell them who reads; they are loaded only if the reader asks for it.
 */
export function sendFrame(response: Response, html: string, { withPictures }: { withPictures: boolean }): void {
  const pictures = withPictures ? "'self' data: https: http:" : "'self' data:";
  response.setHeader('X-Frame-Options', 'SAMEORIGIN');
  sendHtml(response, 200, withTarget(html), {
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; font-src data:; form-action 'none'; base-uri 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`,
  });
}

const BASE = '<base target="_blank">';

/** Lets links open in a tab of their own: in the frame they would lead nowhere. */
function withTarget(html: string): string {
  const head = /<head[^>]*>/i.exec(html);
  if (!head) return `<!doctype html><meta charset="utf-8">${BASE}${html}`;
  const end = head.index + head[0].length;
  return html.slice(0, end) + BASE + html.slice(end);
}

/** A plain text as a page. */
export const pageOfText = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><style>body{font:15px/1.5 system-ui,sans-serif;margin:16px;white-space:pre-wrap;overflow-wrap:anywhere}</style>${escaped(text)}`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

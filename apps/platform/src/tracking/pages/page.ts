import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { escapeHtml } from '#libs/http';
import type { Language } from './labels.js';

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--paper:#fff;--ground:#f3f4f6;--line:#d9dde3;--act:#0b57d0;--on-act:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a6adb7;--paper:#1e2126;--ground:#131519;--line:#353a42;--act:#a8c7fa;--on-act:#062e6f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:27rem;padding:2.25rem 2rem;background:var(--paper);border:1px solid var(--line);border-radius:1rem;text-align:center}
svg{width:3rem;height:3rem;color:var(--act)}
h1{margin:.75rem 0 .5rem;font-size:1.5rem;line-height:1.25;font-weight:650;text-wrap:balance}
p{margin:0 0 1.25rem;overflow-wrap:anywhere}
p:last-child{margin:0}
.note{color:var(--soft);font-size:.9375rem}
button{width:100%;min-height:3rem;margin:0 0 1.25rem;padding:.625rem 1.25rem;border:0;border-radius:.625rem;background:var(--act);color:var(--on-act);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.08)}
button:focus-visible{outline:3px solid var(--act);outline-offset:3px}
`;

/** Allows this style and forms to this origin, and nothing else. */
const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

export interface Page {
  language: Language;
  title: string;
  /** HTML; text of users goes through {@link escapeHtml}. */
  body: string;
}

export function sendPage(response: Response, status: number, { language, title, body }: Page): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Language', language);
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.setHeader('Vary', 'Accept-Language');
  response.end(
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>` +
      `<style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
  );
}

import type { Response } from 'express';
import { pageOf, pagePolicy, PageStyle, sendHtml, type Html } from '#libs/html';
import type { Language } from './labels.js';

const STYLE = new PageStyle(`
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
`);

const POLICY = pagePolicy({ style: STYLE });

export interface Page {
  language: Language;
  title: string;
  body: Html;
}

export function sendPage(response: Response, status: number, { language, title, body }: Page): void {
  sendHtml(response, status, pageOf({ language, title, body, style: STYLE }), {
    'Content-Security-Policy': POLICY,
    'Content-Language': language,
    'X-Robots-Tag': 'noindex, nofollow',
    Vary: 'Accept-Language',
  });
}

import type { Response } from 'express';
import { PALETTE_CSS, pageOf, pagePolicy, PageStyle, sendHtml, type Html, type Language } from '#libs/core/html';

const STYLE = new PageStyle(`${PALETTE_CSS}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--bg);color:var(--fg);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:27rem;padding:2.25rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;text-align:center}
svg{width:3rem;height:3rem;color:var(--accent)}
h1{margin:.75rem 0 .5rem;font-size:1.5rem;line-height:1.25;font-weight:650;text-wrap:balance}
p{margin:0 0 1.25rem;overflow-wrap:anywhere}
p:last-child{margin:0}
.note{color:var(--soft);font-size:.9375rem}
button{width:100%;min-height:3rem;margin:0 0 1.25rem;padding:.625rem 1.25rem;border:0;border-radius:.625rem;background:var(--accent);color:var(--accent-fg);font:inherit;font-weight:600;cursor:pointer}
a{color:var(--accent);text-underline-offset:.2em}
button:hover{filter:brightness(1.08)}
button:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
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

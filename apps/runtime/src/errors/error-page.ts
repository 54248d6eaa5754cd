import type { Request } from 'express';
import type { Problem, ProblemPage } from '#libs/core/http';
import { html, languageIn, PALETTE_CSS, pageOf, pagePolicy, PageStyle } from '#libs/core/html';
import { type Label, LABELS, languageOf, type PageKind } from './labels.js';

const STYLE = new PageStyle(`${PALETTE_CSS}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--bg);color:var(--fg);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:32rem;text-align:center}
.status{margin:0;color:var(--soft);font-size:.9375rem;letter-spacing:.08em}
h1{margin:.5rem 0 .75rem;font-size:2rem;line-height:1.2;font-weight:650;text-wrap:balance}
.text{margin:0;color:var(--soft);overflow-wrap:anywhere;text-wrap:pretty}
`);

const POLICY = pagePolicy({ style: STYLE });

const KINDS: Readonly<Record<number, PageKind>> = {
  403: 'suspended',
  404: 'notFound',
  410: 'gone',
  503: 'unavailable',
};

/** A tenant's own words for a page that is not there. */
export interface OwnLabel extends Partial<Label> {
  /** Such as `pt-BR`. */
  language?: string;
}

/** The page for an error, in the language of the tenant's site or of the browser. */
export function errorPage({ code, status }: Problem, request: Request, own: OwnLabel = {}): ProblemPage {
  const kind = (status !== 403 || code === 'TenantSuspended' ? KINDS[status] : undefined) ?? 'other';
  const language = languageOf(own.language ?? request.headers['accept-language']);
  const tag = own.language !== undefined && languageIn(own.language) ? own.language : language;
  const label = { ...LABELS[language][kind], ...(kind === 'notFound' ? given(own) : {}) };
  const body = html`<p class="status">${String(status)}</p>
    <h1>${label.title}</h1>
    <p class="text">${label.text}</p>`;
  return {
    html: pageOf({ title: label.title, body, style: STYLE, language: tag }),
    headers: {
      'Content-Security-Policy': POLICY,
      'Content-Language': tag,
      'X-Robots-Tag': 'noindex',
      Vary: 'Accept, Accept-Language',
    },
  };
}

function given({ title, text }: OwnLabel): Partial<Label> {
  return { ...(title ? { title } : {}), ...(text ? { text } : {}) };
}

import type { Response } from 'express';
import { CARD_STYLE, type Html, html, mark, pageOf, pagePolicy, type PageStyle, sendHtml } from '#libs/core/html';

/** A page, and the policy that its style needs. */
export interface ConfirmationPage {
  status: number;
  html: string;
  policy: string;
  language: string;
}

interface PageLook {
  language: string;
  /** Above the card. */
  header?: Html;
  /** Plain card if absent. */
  style?: PageStyle;
}

const PAGES = {
  ask: { status: 200, sign: mark('envelope') },
  done: { status: 200, sign: mark('check', 'good') },
  expired: { status: 410, sign: mark('clock') },
  asked: { status: 200, sign: mark('envelope') },
  wait: { status: 429, sign: mark('clock') },
  limit: { status: 409, sign: mark('cross', 'bad') },
  broken: { status: 404, sign: mark('cross', 'bad') },
} as const;

/** A page in the form that all have: a drawing, a heading and the rest. */
export function confirmationPage(
  kind: keyof typeof PAGES,
  { language, header, style = CARD_STYLE }: PageLook,
  title: string,
  rest: Html,
): ConfirmationPage {
  const { status, sign } = PAGES[kind];
  const body = html`${sign}
    <h1>${title}</h1>
    ${rest}`;
  return { status, html: pageOf({ title, body, header, style, language }), policy: pagePolicy({ style }), language };
}

/** A form of one button. @param token sent with it, if it is not in the address */
export function buttonForm(action: string, label: string, token?: string): Html {
  const field = token === undefined ? undefined : html`<input type="hidden" name="token" value="${token}" />`;
  return html`<form method="post" action="${action}">${field}<button type="submit">${label}</button></form>`;
}

export function sendConfirmationPage(response: Response, page: ConfirmationPage): void {
  sendHtml(response, page.status, page.html, {
    'Content-Security-Policy': page.policy,
    'Content-Language': page.language,
    // The address holds the token.
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  });
}

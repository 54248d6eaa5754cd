import { CARD_STYLE, type Html, html, mark, pageOf, pagePolicy } from '#libs/core/html';
import type { AskedForwarding } from './forwarding-confirmations.js';
import { CONFIRMATION_PATH } from './forwarding-links.js';
import { CONFIRMATION_DAYS } from '../forwarding-values.js';

/** A page, and the policy that its style needs. */
export interface ForwardingPage {
  status: number;
  html: string;
  policy: string;
}

/** Shows a button: mail scanners open every link, so opening one confirms nothing. */
export function askPage({ from, to }: AskedForwarding, token: string): ForwardingPage {
  const form = html`<form method="post" action="${CONFIRMATION_PATH}">
    <input type="hidden" name="token" value="${token}" /><button type="submit">Allow forwarding</button>
  </form>`;
  const text = html`<p>Mail that <strong>${from}</strong> receives is to be forwarded to <strong>${to}</strong>.</p>`;
  const note = html`<p class="small">
    If you do not know the mailbox, close this page: without the button nothing is forwarded.
  </p>`;
  return page(200, mark('envelope'), 'Allow forwarding?', html`${text} ${form} ${note}`);
}

export function donePage({ from, to }: AskedForwarding): ForwardingPage {
  const text = html`<p>Mail that <strong>${from}</strong> receives may now be forwarded to <strong>${to}</strong>.</p>`;
  return page(200, mark('check', 'good'), 'Forwarding is allowed', html`${text} ${CLOSE}`);
}

export function expiredPage(): ForwardingPage {
  const text = html`<p>
    It worked for ${String(CONFIRMATION_DAYS)} days. Whoever uses the mailbox can have another one sent.
  </p>`;
  return page(410, mark('clock'), 'This link has expired', text);
}

/** Page for a link that is forged, used, replaced or of something gone; it does not say which. */
export function brokenPage(): ForwardingPage {
  const text = html`<p>It is not complete, was used before, or a newer one was sent.</p>`;
  return page(404, mark('cross', 'bad'), 'This link does not work', text);
}

const CLOSE = html`<p>You can close this page.</p>`;

function page(status: number, sign: Html, title: string, rest: Html): ForwardingPage {
  const body = html`${sign}
    <h1>${title}</h1>
    ${rest}`;
  return {
    status,
    html: pageOf({ title, body, style: CARD_STYLE, language: 'en' }),
    policy: pagePolicy({ style: CARD_STYLE }),
  };
}

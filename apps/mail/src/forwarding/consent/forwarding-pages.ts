import { html } from '#libs/core/html';
import {
  buttonForm,
  CONFIRMATION_LINK_DAYS,
  CONFIRMATION_WORDS,
  confirmationPage,
  type ConfirmationPage,
} from '#libs/messaging/confirmation';
import type { AskedForwarding } from './forwarding-confirmations.js';
import { CONFIRMATION_PATH } from './forwarding-links.js';

const LOOK = { language: 'en' };
const WORDS = CONFIRMATION_WORDS.en;

export function askPage({ from, to }: AskedForwarding, token: string): ConfirmationPage {
  const rest = html`<p>Mail that <strong>${from}</strong> receives is to be forwarded to <strong>${to}</strong>.</p>
    ${buttonForm(CONFIRMATION_PATH, 'Allow forwarding', token)}
    <p class="small">If you do not know the mailbox, close this page: without the button nothing is forwarded.</p>`;
  return confirmationPage('ask', LOOK, 'Allow forwarding?', rest);
}

export function donePage({ from, to }: AskedForwarding): ConfirmationPage {
  const rest = html`<p>Mail that <strong>${from}</strong> receives may now be forwarded to <strong>${to}</strong>.</p>
    <p>${WORDS.close}</p>`;
  return confirmationPage('done', LOOK, 'Forwarding is allowed', rest);
}

export function expiredPage(): ConfirmationPage {
  const days = String(CONFIRMATION_LINK_DAYS);
  const rest = html`<p>It worked for ${days} days. Whoever uses the mailbox can have another one sent.</p>`;
  return confirmationPage('expired', LOOK, WORDS.expired.title, rest);
}

/** Page for a link that is forged, used, replaced or of something gone; it does not say which. */
export function brokenPage(): ConfirmationPage {
  const rest = html`<p>It is not complete, was used before, or a newer one was sent.</p>`;
  return confirmationPage('broken', LOOK, WORDS.broken, rest);
}

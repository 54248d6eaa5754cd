import type { Response } from 'express';
import { maskedAddress } from '#libs/mail/email';
import {
  CARD_STYLE,
  html,
  mark,
  pageOf,
  pagePolicy,
  requestedLanguage,
  sendHtml,
  serviceHeader,
  type Html,
  type Language,
} from '#libs/core/html';
import { CONFIRMATION_TEXTS, type ConfirmationTexts } from './confirmation-texts.js';
import { CONFIRMATION_PATH } from '../lists/confirmation/confirmation-links.js';
import type { AskedAgain, Subscription } from './confirmations.service.js';

interface ConfirmationPage {
  status: number;
  html: string;
  language: Language;
}

const POLICY = pagePolicy({ style: CARD_STYLE });

/** Shows a button: mail scanners open every link, so opening one confirms nothing. */
export function askPage(subscription: Subscription, token: string): ConfirmationPage {
  const { listName, email } = subscription;
  const { language, texts, sender } = shown(subscription);
  const { title, text, button, note } = texts.ask;
  const rest = html`<form method="post" action="${CONFIRMATION_PATH}/${token}">
      <button type="submit">${button}</button>
    </form>
    <p class="small">${note}</p>`;
  const lead = text(listName, sender, maskedAddress(email));
  return card(200, subscription, language, mark('envelope'), { title, text: lead }, rest);
}

export function donePage(subscription: Subscription, isFirst: boolean): ConfirmationPage {
  const { language, texts, sender } = shown(subscription);
  const { done, before, close } = texts;
  const label = isFirst ? { title: done.title, text: done.text(subscription.listName, sender) } : before;
  return card(200, subscription, language, mark('check', 'good'), label, html`<p>${close}</p>`);
}

/** Offers another link. */
export function expiredPage(subscription: Subscription, token: string): ConfirmationPage {
  const { language, texts } = shown(subscription);
  const { expired } = texts;
  const form = html`<form method="post" action="${CONFIRMATION_PATH}/${token}/again">
    <button type="submit">${expired.button}</button>
  </form>`;
  return card(410, subscription, language, mark('clock'), expired, form);
}

/** Answer to a request for another link. */
export function askedAgainPage(
  subscription: Subscription,
  outcome: Extract<AskedAgain, 'asked' | 'wait' | 'limit'>,
): ConfirmationPage {
  const { language, texts } = shown(subscription);
  const closing = html`<p>${texts.close}</p>`;
  if (outcome === 'asked') return card(200, subscription, language, mark('envelope'), texts.sent, closing);
  if (outcome === 'wait') return card(429, subscription, language, mark('clock'), texts.wait, closing);
  return card(409, subscription, language, mark('cross', 'bad'), texts.enough, closing);
}

/** Page for a token that is forged or incomplete, and for what is gone: it does not say which. */
export function brokenPage(): ConfirmationPage {
  const language = requestedLanguage() ?? 'en';
  return card(404, undefined, language, mark('cross', 'bad'), CONFIRMATION_TEXTS[language].broken);
}

export function sendConfirmationPage(response: Response, { status, html: text, language }: ConfirmationPage): void {
  sendHtml(response, status, text, {
    'Content-Security-Policy': POLICY,
    'Content-Language': language,
    // The address holds the token.
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  });
}

/** The language of the browser, else of the list. */
function shown(subscription: Subscription): { language: Language; texts: ConfirmationTexts; sender: string } {
  const language = requestedLanguage() ?? subscription.language;
  const texts = CONFIRMATION_TEXTS[language];
  return { language, texts, sender: subscription.sender || texts.somebody };
}

function card(
  status: number,
  subscription: Subscription | undefined,
  language: Language,
  sign: Html,
  { title, text }: { title: string; text: string },
  rest?: Html,
): ConfirmationPage {
  const name = subscription?.sender ?? '';
  const body = html`${sign}
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    ${rest}`;
  const header = name ? serviceHeader({ name }) : undefined;
  return { status, language, html: pageOf({ title, body, header, style: CARD_STYLE, language }) };
}

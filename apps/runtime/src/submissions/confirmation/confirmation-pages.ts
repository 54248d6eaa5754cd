import { maskedAddress } from '#libs/mail/email';
import type { AskedAgain, ConfirmationRequest, FormLanguage } from '#libs/sites/forms';
import {
  brandedCardStyle,
  CARD_STYLE,
  html,
  mark,
  pageOf,
  pagePolicy,
  type Html,
  type PageStyle,
} from '#libs/core/html';
import { CONFIRMATION_LABELS, type ConfirmationLabels } from './confirmation-labels.js';

export const CONFIRMATION_PATH = '/f/confirmar';

/** A page, and the policy that its style needs. */
export interface ConfirmationPage {
  status: number;
  html: string;
  policy: string;
  language: FormLanguage;
}

/** Shows a button: mail scanners open every link, so opening one confirms nothing. */
export function askPage(request: ConfirmationRequest, token: string): ConfirmationPage {
  const { lead } = request;
  const { ask } = labelsOf(request);
  const consent =
    lead.consent && lead.consentText
      ? html`<p>${ask.consent}</p>
          <p class="quote">${lead.consentText}</p>`
      : undefined;
  const form = buttonForm(CONFIRMATION_PATH, token, ask.button);
  const rest = html`${consent} ${form}
    <p class="small">${ask.note}</p>`;
  return cardPage(200, request, mark('envelope'), ask, rest);
}

export function donePage(request: ConfirmationRequest, isFirst: boolean): ConfirmationPage {
  const { done, before, close } = labelsOf(request);
  return cardPage(200, request, mark('check', 'good'), isFirst ? done : before, html`<p>${close}</p>`);
}

/** Offers another link. */
export function expiredPage(request: ConfirmationRequest, token: string): ConfirmationPage {
  const { expired } = labelsOf(request);
  const form = buttonForm(`${CONFIRMATION_PATH}/novo`, token, expired.button);
  return cardPage(410, request, mark('clock'), expired, form);
}

/** The answer to a request for another link. */
export function askedAgainPage(
  request: ConfirmationRequest,
  outcome: Exclude<AskedAgain, 'confirmed'>,
): ConfirmationPage {
  const { sent, wait, enough, close } = labelsOf(request);
  const closing = html`<p>${close}</p>`;
  if (outcome === 'asked') return cardPage(200, request, mark('envelope'), sent, closing);
  if (outcome === 'wait') return cardPage(429, request, mark('clock'), wait, closing);
  return cardPage(409, request, mark('cross', 'bad'), enough, closing);
}

/** The page for a forged or incomplete token, and for a deleted lead: it does not say which. */
export function brokenPage(language: FormLanguage): ConfirmationPage {
  const { title, text } = CONFIRMATION_LABELS[language].broken;
  const body = html`${mark('cross', 'bad')}
    <h1>${title}</h1>
    <p class="lead">${text}</p>`;
  return finished(404, language, title, body, CARD_STYLE);
}

const labelsOf = ({ language }: ConfirmationRequest): ConfirmationLabels => CONFIRMATION_LABELS[language];

function cardPage(
  status: number,
  request: ConfirmationRequest,
  sign: Html,
  { title, text }: { title: string; text: string },
  rest: Html,
): ConfirmationPage {
  const { lead, sender, brand, language } = request;
  const from = sender === null ? undefined : html`<p class="small">${labelsOf(request).sender(sender)}</p>`;
  const body = html`${sign}
    <h1>${title}</h1>
    <p class="lead">${text} <strong>${maskedAddress(lead.email ?? '')}</strong></p>
    ${rest} ${from}`;
  const style = brand ? brandedCardStyle(brand.primaryColor, brand.onPrimaryColor) : CARD_STYLE;
  return finished(status, language, title, body, style);
}

function buttonForm(action: string, token: string, label: string): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="token" value="${token}" /><button type="submit">${label}</button>
  </form>`;
}

function finished(
  status: number,
  language: FormLanguage,
  title: string,
  body: Html,
  style: PageStyle,
): ConfirmationPage {
  return { status, language, html: pageOf({ title, body, style, language }), policy: pagePolicy({ style }) };
}

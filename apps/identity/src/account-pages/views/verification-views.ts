import { currentLanguage, html, mark, type Html } from '#libs/core/html';
import type { FoundLink } from '../../link-tokens/link-token.repository.js';
import { registrationText } from '../../mail/mail-content.js';
import { LINK_PATHS } from '../../mail/mail-links.js';
import { page } from '../../browser-pages/page.js';
import { verificationTexts } from '../../browser-pages/texts/verification.texts.js';
import { tokenField } from './token-field.js';

const PATH = LINK_PATHS.verification;

export type ShownLink = Pick<FoundLink, 'email' | 'registeredAt' | 'registeredIp'>;

export function confirmPage(token: string, { email, ...origin }: ShownLink): string {
  const { confirm } = verificationTexts();
  return page(
    confirm.title,
    html`${mark('envelope')}
      <h1>${confirm.title}</h1>
      <p class="lead">${confirm.lead(email)}</p>
      <form method="post" action="${PATH}">
        ${tokenField(token)}
        <button type="submit">${confirm.button}</button>
      </form>
      <p class="small">${confirm.created(shownOrigin(origin))}</p>
      <form class="aside" method="get" action="${LINK_PATHS.notMyAccount}">
        ${tokenField(token)}
        <button class="link" type="submit">${confirm.notMe}</button>
      </form>`,
  );
}

/** Asks again, because the account may end. */
export function notMinePage(token: string, { email, ...origin }: ShownLink): string {
  const { notMine, confirm } = verificationTexts();
  return page(
    notMine.title,
    html`${mark('cross', 'bad')}
      <h1>${notMine.title}</h1>
      <p class="lead">${notMine.lead(email, shownOrigin(origin))}</p>
      <p>${notMine.text}</p>
      <form method="post" action="${LINK_PATHS.notMyAccount}">
        ${tokenField(token)}
        <button type="submit">${confirm.notMe}</button>
      </form>
      <p class="small">${notMine.note}</p>`,
  );
}

export function freedPage(email: string): string {
  const { title, lead, text } = verificationTexts().freed;
  return ending(mark('check', 'good'), title, lead(email), text);
}

/** The page for an address that was confirmed: its owner takes the account over by a new password. */
export function confirmedNotMinePage(email: string): string {
  const { title, lead, text, button } = verificationTexts().confirmedNotMine;
  const link = html`<p><a class="button" href="${LINK_PATHS.forgottenPassword}">${button}</a></p>`;
  return ending(mark('check'), title, lead(email), text, link);
}

const shownOrigin = ({ registeredAt, registeredIp }: Omit<ShownLink, 'email'>): string =>
  registrationText({ registeredAt: registeredAt.toISOString(), registeredIp }, currentLanguage());

export function confirmedPage(email: string): string {
  const { title, lead, text } = verificationTexts().confirmed;
  return ending(mark('check', 'good'), title, lead(email), text);
}

export function confirmedBeforePage(email: string): string {
  const { title, lead, text } = verificationTexts().before;
  return ending(mark('check', 'good'), title, lead(email), text);
}

export function tooLatePage(token: string, email: string): string {
  const { late } = verificationTexts();
  return page(
    late.title,
    html`${mark('clock')}
      <h1>${late.title}</h1>
      <p class="lead">${late.lead}</p>
      <form method="post" action="${PATH}/again">
        ${tokenField(token)}
        <button type="submit">${late.button}</button>
      </form>
      <p class="small">${late.note(email)}</p>`,
  );
}

export function sentAgainPage(email: string): string {
  const { title, lead, text } = verificationTexts().again;
  return ending(mark('envelope'), title, lead(email), text);
}

export function unknownVerificationPage(): string {
  const { title, lead, text } = verificationTexts().unknown;
  return ending(mark('cross', 'bad'), title, html`${lead}`, text);
}

function ending(sign: Html, title: string, lead: Html, text: string, rest?: Html): string {
  return page(
    title,
    html`${sign}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      <p>${text}</p>
      ${rest}`,
  );
}

import { html, mark, type Html } from '#libs/core/html';
import { LINK_PATHS } from '../../mail/mail-links.js';
import { page, problemBox, titleOf } from '../../browser-pages/page.js';
import { commonTexts } from '../../browser-pages/texts/common.texts.js';
import { passwordTexts } from '../../browser-pages/texts/password.texts.js';
import { PASSWORD_MAX } from '../../passwords/password-length.js';
import { describedBy, passwordField, wrongText, type Wrong } from '../../browser-pages/form-parts.js';
import { tokenField } from './token-field.js';

export interface NewPasswordView {
  token: string;
  /** The address to sign in with. */
  login: string;
  /** Whether the address was never proved: what was set before is removed. */
  isTakeOver: boolean;
  wrong?: Wrong<'password' | 'repeated'>;
  problem?: string;
}

export function newPasswordPage({ isTakeOver, ...view }: NewPasswordView): string {
  const texts = passwordTexts().new;
  return passwordForm(view, {
    ...texts,
    sign: mark('key'),
    lead: texts.lead(view.login),
    action: LINK_PATHS.passwordReset,
    note: isTakeOver ? texts.takeOver : texts.kept,
  });
}

export function undoPage(view: Omit<NewPasswordView, 'isTakeOver'>): string {
  const texts = passwordTexts().undo;
  return passwordForm(view, {
    ...texts,
    sign: mark('envelope'),
    lead: texts.lead(view.login),
    action: LINK_PATHS.undoAddressChange,
  });
}

interface PasswordForm {
  sign: Html;
  title: string;
  lead: Html;
  action: string;
  button: string;
  note: string;
}

function passwordForm(
  { token, login, wrong = {}, problem }: Omit<NewPasswordView, 'isTakeOver'>,
  { sign, title, lead, action, button, note }: PasswordForm,
): string {
  const { label } = passwordTexts().new;
  return page(
    titleOf(title, Boolean(problem || wrong.password || wrong.repeated)),
    html`${sign}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${problemBox(problem)}
      <form method="post" action="${action}">
        ${tokenField(token)}
        <input class="hidden" name="login" type="email" autocomplete="username" value="${login}" readonly hidden />
        ${passwordField({ name: 'password', label, wrong: wrong.password, focused: !wrong.repeated })}
        ${repeatedField(wrong.repeated)}
        <button type="submit">${button}</button>
      </form>
      <p class="small">${note}</p>`,
  );
}

export function undonePage(login: string): string {
  const { title, lead, text } = passwordTexts().undone;
  return done(title, lead(login), text);
}

export function passwordSavedPage(login: string): string {
  const { title, lead, text } = passwordTexts().saved;
  return done(title, lead(login), text);
}

function done(title: string, lead: Html, text: string): string {
  return page(
    title,
    html`${mark('check', 'good')}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      <p>${text}</p>`,
  );
}

export const deadUndoPage = (isKnown: boolean): string =>
  deadLink(isKnown ? passwordTexts().oldUndo : passwordTexts().unknownUndo);

export const usedResetPage = (): string => deadLink(passwordTexts().used);

export const expiredResetPage = (): string => deadLink(passwordTexts().expired);

export const unknownResetPage = (): string => deadLink(passwordTexts().unknown);

/** Offers another link. */
function deadLink({
  title,
  lead,
  text,
  button,
}: {
  title: string;
  lead: string;
  text?: string;
  button: string;
}): string {
  return page(
    title,
    html`${mark('clock')}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${text === undefined ? undefined : html`<p>${text}</p>`}
      <p><a class="button" href="${LINK_PATHS.forgottenPassword}">${button}</a></p>`,
  );
}

function repeatedField(wrong: string | undefined): Html {
  return html`<label for="repeated">${passwordTexts().new.again}</label>
    <input
      id="repeated"
      name="repeated"
      type="password"
      autocomplete="new-password"
      required
      maxlength="${String(PASSWORD_MAX)}"
      ${describedBy('repeated', wrong)}${wrong ? html` autofocus` : undefined}
    />
    ${wrongText('repeated', wrong)}`;
}

export interface ForgottenView {
  email: string;
  wrong?: string;
  problem?: string;
}

export function forgottenPage({ email, wrong, problem }: ForgottenView): string {
  const { title, lead, button } = passwordTexts().forgotten;
  return page(
    titleOf(title, Boolean(problem || wrong)),
    html`${mark('key')}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${problemBox(problem)}
      <form method="post" action="${LINK_PATHS.forgottenPassword}">
        <label for="email">${commonTexts().email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          maxlength="254"
          value="${email}"
          ${describedBy('email', wrong)}
          autofocus
        />
        ${wrongText('email', wrong)}
        <button type="submit">${button}</button>
      </form>`,
  );
}

/** The same whether or not a user has the address. */
export function forgottenSentPage(email: string): string {
  const { title, lead, text, other } = passwordTexts().sent;
  return page(
    title,
    html`${mark('envelope')}
      <h1>${title}</h1>
      <p class="lead">${lead(email)}</p>
      <p>${text}</p>
      <p class="small"><a href="${LINK_PATHS.forgottenPassword}">${other}</a></p>`,
  );
}

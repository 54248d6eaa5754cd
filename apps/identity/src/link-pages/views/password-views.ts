import { html, mark, type Html } from '#libs/html';
import { LINK_PATHS } from '../../mail/mail-links.js';
import { page, problemBox } from '../../pages/page.js';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../users/user.requests.js';
import { describedBy, titleOf, tokenField, wrongText, type Wrong } from './parts.js';

export interface NewPasswordView {
  token: string;
  /** The address to sign in with. */
  login: string;
  /** Whether the address was never proved: what was set before is removed. */
  isTakeOver: boolean;
  wrong?: Wrong<'password' | 'repeated'>;
  problem?: string;
}

export function newPasswordPage({ token, login, isTakeOver, wrong = {}, problem }: NewPasswordView): string {
  return page(
    titleOf('Choose a new password', Boolean(problem || wrong.password || wrong.repeated)),
    html`${mark('key')}
      <h1>Choose a new password</h1>
      <p class="lead">for <strong>${login}</strong></p>
      ${problemBox(problem)}
      <form method="post" action="${LINK_PATHS.passwordReset}">
        ${tokenField(token)}
        <input class="hidden" name="login" type="email" autocomplete="username" value="${login}" readonly hidden />
        ${passwordField({ name: 'password', label: 'New password', wrong: wrong.password, focused: !wrong.repeated })}
        ${repeatedField(wrong.repeated)}
        <button type="submit">Save the new password</button>
      </form>
      <p class="small">${isTakeOver ? TAKE_OVER_NOTE : KEPT_NOTE}</p>`,
  );
}

const KEPT_NOTE =
  'You will be signed out on all your devices. If you use an authenticator app, you keep it for signing in.';

const TAKE_OVER_NOTE =
  'This address was never confirmed. With the new password you confirm it, and what was set in the account before is removed: other addresses, authenticator app, devices, connected apps and API keys.';

export function undoPage({ token, login, wrong = {}, problem }: Omit<NewPasswordView, 'isTakeOver'>): string {
  return page(
    titleOf('Undo the change of your address', Boolean(problem || wrong.password || wrong.repeated)),
    html`${mark('envelope')}
      <h1>Undo the change of your address</h1>
      <p class="lead">Sign in as <strong>${login}</strong> again, with a new password.</p>
      ${problemBox(problem)}
      <form method="post" action="${LINK_PATHS.undoAddressChange}">
        ${tokenField(token)}
        <input class="hidden" name="login" type="email" autocomplete="username" value="${login}" readonly hidden />
        ${passwordField({ name: 'password', label: 'New password', wrong: wrong.password, focused: !wrong.repeated })}
        ${repeatedField(wrong.repeated)}
        <button type="submit">Undo the change</button>
      </form>
      <p class="small">
        You will be signed out on all your devices. Other addresses of the account are removed, and so are an
        authenticator app and API keys that were added since the change.
      </p>`,
  );
}

export function undonePage(login: string): string {
  return page(
    'The change is undone',
    html`${mark('check', 'good')}
      <h1>The change is undone</h1>
      <p class="lead">From now on, sign in as <strong>${login}</strong> with the new password.</p>
      <p>You were signed out on all your devices. Look through the members and API keys of your team next.</p>`,
  );
}

export const deadUndoPage = (isKnown: boolean): string =>
  isKnown
    ? deadReset(
        'This link was used, or is too old',
        'It worked once, for seven days after the change.',
        html`<p>If you cannot sign in, get a link for a new password.</p>
          <p><a class="button" href="${LINK_PATHS.forgottenPassword}">Get a link</a></p>`,
      )
    : deadReset(
        'This link does not work',
        'It is not complete, or the address was removed from the account.',
        html`<p>Open the link in the mail again. If you cannot sign in, get a link for a new password.</p>
          <p><a class="button" href="${LINK_PATHS.forgottenPassword}">Get a link</a></p>`,
      );

/** A field for a new password, with its rule. */
export function passwordField(field: { name: string; label: string; wrong?: string; focused?: boolean }): Html {
  const { name, label, wrong, focused = false } = field;
  return html`<label for="${name}"
      >${label} <span class="hint" id="${name}-hint">At least ${String(PASSWORD_MIN)} characters</span></label
    >
    <input
      id="${name}"
      name="${name}"
      type="password"
      autocomplete="new-password"
      required
      minlength="${String(PASSWORD_MIN)}"
      maxlength="${String(PASSWORD_MAX)}"
      ${describedBy(name, wrong, true)}${focused ? html` autofocus` : undefined}
    />
    ${wrongText(name, wrong)}`;
}

function repeatedField(wrong: string | undefined): Html {
  return html`<label for="repeated">The same again</label>
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

export function passwordSavedPage(login: string): string {
  return page(
    'Your password was changed',
    html`${mark('check', 'good')}
      <h1>Your password was changed</h1>
      <p class="lead">From now on, sign in as <strong>${login}</strong> with the new one.</p>
      <p>You were signed out on all your devices. You can close this page and go back to your app.</p>`,
  );
}

export function usedResetPage(): string {
  return deadReset(
    'This link was used',
    'The password was changed with this link, or with a newer one.',
    html`<p>If that was you, there is nothing left to do: sign in with the new password.</p>
      <p><a class="button" href="${LINK_PATHS.forgottenPassword}">It was not me</a></p>`,
  );
}

export const expiredResetPage = (): string =>
  deadReset(
    'This link is too old',
    'It was good for an hour, and your password is as it was.',
    html`<p><a class="button" href="${LINK_PATHS.forgottenPassword}">Get another link</a></p>`,
  );

export const unknownResetPage = (): string =>
  deadReset(
    'This link does not work',
    'It is not complete, or it is too old. Your password is as it was.',
    html`<p>Open the link in the newest mail that you have from us, or get another one.</p>
      <p><a class="button" href="${LINK_PATHS.forgottenPassword}">Get another link</a></p>`,
  );

function deadReset(title: string, lead: string, rest: Html): string {
  return page(
    title,
    html`${mark('clock')}
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${rest}`,
  );
}

export interface ForgottenView {
  email: string;
  wrong?: string;
  problem?: string;
}

export function forgottenPage({ email, wrong, problem }: ForgottenView): string {
  return page(
    titleOf('Forgot your password?', Boolean(problem || wrong)),
    html`${mark('key')}
      <h1>Forgot your password?</h1>
      <p class="lead">Tell us your e-mail address, and we send you a link to choose another one.</p>
      ${problemBox(problem)}
      <form method="post" action="${LINK_PATHS.forgottenPassword}">
        <label for="email">E-mail address</label>
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
        <button type="submit">Send the link</button>
      </form>`,
  );
}

/** The same whether or not a user has the address. */
export function forgottenSentPage(email: string): string {
  return page(
    'Check your inbox',
    html`${mark('envelope')}
      <h1>Check your inbox</h1>
      <p class="lead">If there is an account with <strong>${email}</strong>, a mail is on its way there.</p>
      <p>The link in it is good for an hour. If nothing comes, look in your spam folder, and check the address.</p>
      <p class="small"><a href="${LINK_PATHS.forgottenPassword}">Use another address</a></p>`,
  );
}

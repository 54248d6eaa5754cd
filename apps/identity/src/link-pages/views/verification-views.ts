import { html, mark } from '#libs/html';
import type { FoundLink } from '../../links/link-token.repository.js';
import { originOf } from '../../mail/mail-content.js';
import { LINK_PATHS } from '../../mail/mail-links.js';
import { page } from '../../pages/page.js';
import { tokenField } from './parts.js';

const PATH = LINK_PATHS.verification;

export type ShownLink = Pick<FoundLink, 'email' | 'registeredAt' | 'registeredIp'>;

export function confirmPage(token: string, { email, ...origin }: ShownLink): string {
  return page(
    'Confirm your e-mail address',
    html`${mark('envelope')}
      <h1>Confirm your e-mail address</h1>
      <p class="lead">Is <strong>${email}</strong> your address?</p>
      <form method="post" action="${PATH}">
        ${tokenField(token)}
        <button type="submit">Confirm this address</button>
      </form>
      <p class="small">The account was created ${shownOrigin(origin)}.</p>
      <form class="aside" method="get" action="${LINK_PATHS.notMyAccount}">
        ${tokenField(token)}
        <button class="link" type="submit">This was not me</button>
      </form>`,
  );
}

/** Asks again, because the account may end. */
export function notMinePage(token: string, { email, ...origin }: ShownLink): string {
  return page(
    'This was not you?',
    html`${mark('cross', 'bad')}
      <h1>This was not you?</h1>
      <p class="lead">An account uses <strong>${email}</strong>. It was created ${shownOrigin(origin)}.</p>
      <p>
        We take the address out of that account. If no other confirmed address shows its owner, the account ends and
        cannot be used any more.
      </p>
      <form method="post" action="${LINK_PATHS.notMyAccount}">
        ${tokenField(token)}
        <button type="submit">This was not me</button>
      </form>
      <p class="small">If it was you, close this page: nothing happens without the button.</p>`,
  );
}

export function freedPage(email: string): string {
  return page(
    'Your address is free again',
    html`${mark('check', 'good')}
      <h1>Your address is free again</h1>
      <p class="lead">No account uses <strong>${email}</strong> now.</p>
      <p>You can close this page. If you want an account of your own, you can create it with this address.</p>`,
  );
}

/** For an address that was confirmed: only a new password decides whose the account is. */
export function confirmedNotMinePage(email: string): string {
  return page(
    'This address was confirmed',
    html`${mark('check')}
      <h1>This address was confirmed</h1>
      <p class="lead">The account of <strong>${email}</strong> belongs to the owner of this mailbox.</p>
      <p>If you do not know its password, choose a new one. Every device is signed out then.</p>
      <p><a class="button" href="${LINK_PATHS.forgottenPassword}">Choose a new password</a></p>`,
  );
}

const shownOrigin = ({ registeredAt, registeredIp }: Omit<ShownLink, 'email'>): string =>
  originOf({ registeredAt: registeredAt.toISOString(), registeredIp });

export function confirmedPage(email: string): string {
  return page(
    'Your address is confirmed',
    html`${mark('check', 'good')}
      <h1>Your address is confirmed</h1>
      <p class="lead">Thank you. We know now that <strong>${email}</strong> is yours.</p>
      <p>You can close this page and go on where you were.</p>`,
  );
}

export function confirmedBeforePage(email: string): string {
  return page(
    'Already confirmed',
    html`${mark('check', 'good')}
      <h1>Already confirmed</h1>
      <p class="lead"><strong>${email}</strong> is confirmed, and there is nothing left to do.</p>
      <p>You can close this page.</p>`,
  );
}

export function tooLatePage(token: string, email: string): string {
  return page(
    'This link is too old',
    html`${mark('clock')}
      <h1>This link is too old</h1>
      <p class="lead">It was good for 48 hours. Another one can be in your mailbox in a moment.</p>
      <form method="post" action="${PATH}/again">
        ${tokenField(token)}
        <button type="submit">Send another mail</button>
      </form>
      <p class="small">It goes to ${email}.</p>`,
  );
}

export function sentAgainPage(email: string): string {
  return page(
    'Check your inbox',
    html`${mark('envelope')}
      <h1>Check your inbox</h1>
      <p class="lead">Another mail is on its way to <strong>${email}</strong>.</p>
      <p>Open the link in it within 48 hours. If it does not come, look in your spam folder, too.</p>`,
  );
}

export function unknownVerificationPage(): string {
  return page(
    'This link does not work',
    html`${mark('cross', 'bad')}
      <h1>This link does not work</h1>
      <p class="lead">It is not complete, or the address has been removed from the account since.</p>
      <p>
        Open the link in the newest mail that you have from us. If that does not work either, sign in to the app that
        you use and ask for another mail there.
      </p>`,
  );
}

import { html } from '#libs/html';
import { LINK_PATHS } from '../../mail/mail-links.js';
import { mark } from '../../pages/mark.js';
import { page } from '../../pages/page.js';
import { tokenField } from './parts.js';

const PATH = LINK_PATHS.verification;

export function confirmPage(token: string, email: string): string {
  return page(
    'Confirm your e-mail address',
    html`${mark('envelope')}
      <h1>Confirm your e-mail address</h1>
      <p class="lead">Is <strong>${email}</strong> your address?</p>
      <form method="post" action="${PATH}">
        ${tokenField(token)}
        <button type="submit">Confirm this address</button>
      </form>
      <p class="small">If you have not entered it anywhere, close this page: nothing happens without the button.</p>`,
  );
}

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

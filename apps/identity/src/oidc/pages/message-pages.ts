import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { html, Html } from '#libs/html';
import { page } from '../../pages/page.js';

/** Asks before a user is signed out: any site could have sent the browser here. `form` is the library's. */
export function signOutPage(ctx: KoaContextWithOIDC, form: string): void {
  const from = ctx.oidc.client?.clientName ?? ctx.oidc.client?.clientId;
  ctx.body = page(
    'Sign out?',
    html`<h1>Sign out?</h1>
      <p class="lead">
        ${from ? `${from} asks to sign you out.` : 'You are about to be signed out.'} This ends your session in this
        browser.
      </p>
      ${new Html(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
      <p class="small">To stay signed in, close this page.</p>`,
  );
}

export function signedOutPage(ctx: KoaContextWithOIDC): void {
  ctx.body = page(
    'Signed out',
    html`<h1>You are signed out</h1>
      <p class="lead">You can close this page.</p>`,
  );
}

/** For an invalid request that must not be answered to its redirect_uri. */
export function errorPage(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut): void {
  ctx.type = 'html';
  const details = Object.entries({ error, error_description }).filter(([, value]) => value);
  ctx.body = page(
    'This does not work',
    html`<h1>This does not work</h1>
      <p class="lead">
        The app sent you here with a request that cannot be answered. Go back to the app and try again.
      </p>
      <dl>
        ${details.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${String(value)}</dd>`,
        )}
      </dl>`,
  );
}

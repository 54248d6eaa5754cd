import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { chooseLanguage, html, Html } from '#libs/core/html';
import { page } from '../../browser-pages/page.js';
import { commonTexts } from '../../browser-pages/texts/common.texts.js';
import { signInTexts } from '../../browser-pages/texts/sign-in.texts.js';
import { localesOf } from './locales.js';

/** Asks before a user is signed out: any site could have sent the browser here. `form` is the library's. */
export function signOutPage(ctx: KoaContextWithOIDC, form: string): void {
  chooseLanguage(localesOf(ctx.oidc.params));
  const from = ctx.oidc.client?.clientName ?? ctx.oidc.client?.clientId;
  const { signOut } = signInTexts();
  ctx.body = page(
    signOut.title,
    html`<h1>${signOut.title}</h1>
      <p class="lead">${from ? signOut.asked(from) : signOut.unasked} ${signOut.effect}</p>
      ${new Html(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${signOut.button}</button>
      <p class="small">${signOut.note}</p>`,
  );
}

export function signedOutPage(ctx: KoaContextWithOIDC): void {
  chooseLanguage(localesOf(ctx.oidc.params));
  const { signOut } = signInTexts();
  ctx.body = page(
    signOut.doneTitle,
    html`<h1>${signOut.done}</h1>
      <p class="lead">${signOut.close}</p>`,
  );
}

/** The page for an invalid request that must not be answered to its redirect_uri. */
export function errorPage(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut): void {
  // An invalid request may be so early that it has no parameters.
  chooseLanguage(localesOf((ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.params));
  ctx.type = 'html';
  const title = commonTexts().refused;
  const details = Object.entries({ error, error_description }).filter(([, value]) => value);
  ctx.body = page(
    title,
    html`<h1>${title}</h1>
      <p class="lead">${signInTexts().badRequest}</p>
      <dl lang="en">
        ${details.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${String(value)}</dd>`,
        )}
      </dl>`,
  );
}

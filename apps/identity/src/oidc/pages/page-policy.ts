import { createHash } from 'node:crypto';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { CARD_STYLE, chooseLanguage, currentLanguage, pagePolicy } from '#libs/core/html';
import { SERVICE_LOOK } from '../../browser-pages/page.js';
import { autoSubmitPage } from './auto-submit-page.js';
import { localesOf } from './locales.js';

/** Applies our styles and the content security policy to every page of the library. */
export function protectPages(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (!ctx.response.is('html') || typeof ctx.body !== 'string') return;
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    const destinations = [textOf(oidc?.params?.['redirect_uri']), textOf(oidc?.params?.['post_logout_redirect_uri'])];
    chooseLanguage(localesOf(oidc?.params));
    const passing = autoSubmitPage(ctx.body);
    if (passing) ctx.body = passing.text;
    ctx.set(
      'Content-Security-Policy',
      pagePolicy({
        style: CARD_STYLE,
        destinations: trusted(oidc) ? destinations : [],
        script: passing && hashOf(passing.script),
        image: SERVICE_LOOK.get()?.logoUrl,
      }),
    );
    ctx.set('Content-Language', currentLanguage());
  });
}

/** A redirect_uri counts only once the library has found it among those of the client. */
const trusted = (oidc: KoaContextWithOIDC['oidc'] | undefined): boolean =>
  oidc?.redirectUriCheckPerformed === true || oidc?.route === 'end_session';

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

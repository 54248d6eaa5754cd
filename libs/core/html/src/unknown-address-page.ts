import type { Request } from 'express';
import type { Problem, ProblemPage } from '#libs/core/http';
import { CARD_STYLE } from './card-style.js';
import { html } from './html.js';
import { currentLanguage, type Language } from './language.js';
import { mark } from './mark.js';
import { pagePolicy } from './page-policy.js';
import { pageOf } from './page.js';

const TEXTS: Readonly<Record<Language, Readonly<Record<'title' | 'text', string>>>> = {
  en: {
    title: 'There is nothing here',
    text: 'The address may be incomplete or mistyped, or what was here is gone. If a link brought you here, open it again from its message.',
  },
  pt: {
    title: 'Não há nada aqui',
    text: 'O endereço pode estar incompleto ou errado, ou o que estava aqui não existe mais. Se um link trouxe você aqui, abra-o de novo na mensagem.',
  },
  es: {
    title: 'Aquí no hay nada',
    text: 'La dirección puede estar incompleta o mal escrita, o lo que había aquí ya no existe. Si le trajo un enlace, ábralo de nuevo desde el mensaje.',
  },
};

/** Tells a client that prefers a page to JSON: browsers and search engines do, programs that accept anything do not. */
export const prefersPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/**
 * The page of our own for an address that nothing is at, for a person whose browser opens it (Fetch Metadata); null for programs,
 * whatever they accept.
 */
export function unknownAddressPage({ status }: Problem, request: Request): ProblemPage | null {
  if (status !== 404 || request.headers['sec-fetch-mode'] !== 'navigate' || !prefersPage(request)) return null;
  const language = currentLanguage();
  const { title, text } = TEXTS[language];
  const body = html`${mark('cross')}
    <h1>${title}</h1>
    <p>${text}</p>`;
  return {
    html: pageOf({ title, body, style: CARD_STYLE, language }),
    headers: {
      'Content-Security-Policy': pagePolicy({ style: CARD_STYLE }),
      'Content-Language': language,
      'X-Robots-Tag': 'noindex',
      Vary: 'Accept, Accept-Language, Sec-Fetch-Mode',
    },
  };
}

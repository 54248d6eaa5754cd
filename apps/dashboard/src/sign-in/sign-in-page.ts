import type { Response } from 'express';
import { CARD_STYLE, currentLanguage, html, mark, pageOf, pagePolicy, sendHtml, type Language } from '#libs/core/html';

const TEXTS: Readonly<Record<Language, Readonly<Record<'title' | 'refused' | 'away' | 'again', string>>>> = {
  en: {
    title: 'Signing in did not work',
    refused: 'The sign-in was cancelled, took too long, or was begun in another browser.',
    away: 'The sign-in does not answer right now. Your work is safe; try again in a moment.',
    again: 'Sign in again',
  },
  pt: {
    title: 'Não foi possível entrar',
    refused: 'A entrada foi cancelada, demorou demais ou começou em outro navegador.',
    away: 'A entrada não responde agora. Seu trabalho está a salvo; tente de novo em instantes.',
    again: 'Entrar de novo',
  },
  es: {
    title: 'No se pudo iniciar sesión',
    refused: 'El inicio de sesión se canceló, tardó demasiado o empezó en otro navegador.',
    away: 'El inicio de sesión no responde ahora. Su trabajo está a salvo; inténtelo de nuevo en un momento.',
    again: 'Iniciar sesión de nuevo',
  },
};

/** Tells why a sign-in did not end, with the way to a new one. */
export function sendSignInPage(response: Response, why: 'refused' | 'away', to: string): void {
  const language = currentLanguage();
  const texts = TEXTS[language];
  const body = html`${mark('key', 'bad')}
    <h1>${texts.title}</h1>
    <p>${texts[why]}</p>
    <a class="button" href="/auth/login?to=${encodeURIComponent(to)}">${texts.again}</a>`;
  const text = pageOf({ title: texts.title, body, style: CARD_STYLE, language });
  const status = why === 'away' ? 503 : 400;
  sendHtml(response, status, text, { 'Content-Security-Policy': pagePolicy({ style: CARD_STYLE }) });
}

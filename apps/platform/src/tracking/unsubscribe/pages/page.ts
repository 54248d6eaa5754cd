import type { Response } from 'express';
import { CARD_STYLE, pageOf, pagePolicy, sendHtml, type Html, type Language } from '#libs/core/html';

const POLICY = pagePolicy({ style: CARD_STYLE });

export interface Page {
  language: Language;
  title: string;
  body: Html;
}

export function sendPage(response: Response, status: number, { language, title, body }: Page): void {
  sendHtml(response, status, pageOf({ language, title, body, style: CARD_STYLE }), {
    'Content-Security-Policy': POLICY,
    'Content-Language': language,
    'X-Robots-Tag': 'noindex, nofollow',
    Vary: 'Accept-Language',
  });
}

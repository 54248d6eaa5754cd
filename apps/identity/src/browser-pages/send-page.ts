import type { ServerResponse } from 'node:http';
import { CARD_STYLE, currentLanguage, pagePolicy, sendHtml } from '#libs/core/html';
import { SERVICE_LOOK } from './page.js';

/** @param destination where the forms of the page lead in the end, when that is not here */
export function sendPage(response: ServerResponse, status: number, text: string, destination?: string): void {
  sendHtml(response, status, text, {
    'Content-Security-Policy': pagePolicy({
      style: CARD_STYLE,
      destinations: [destination],
      image: SERVICE_LOOK.get()?.logoUrl,
    }),
    'Content-Language': currentLanguage(),
    // Without a referrer browsers would not say that our own forms come from here; the rest of an address, which may
    // hold a token, is not sent.
    'Referrer-Policy': 'strict-origin',
  });
}

import type { ServerResponse } from 'node:http';
import { pagePolicy, sendHtml, CARD_STYLE } from '#libs/html';

/** @param destination where the forms of the page lead in the end, when that is not here */
export function sendPage(response: ServerResponse, status: number, text: string, destination?: string): void {
  sendHtml(response, status, text, {
    'Content-Security-Policy': pagePolicy({ style: CARD_STYLE, destinations: [destination] }),
    // Without a referrer browsers would not say that our own forms come from here; the rest of an address, which may
    // hold a token, is not sent.
    'Referrer-Policy': 'strict-origin',
  });
}

import type { Response } from 'express';
import { html } from '#libs/html';
import { Problem } from '#libs/http';
import { logger } from '#libs/observability';
import { page } from './page.js';
import { sendPage } from './send-page.js';

/** For whatever went wrong on our pages themselves. */
export function problemPage(title: string, text: string): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p class="lead">${text}</p>`,
  );
}

/** The page for what no page has words of its own for. */
export function sendProblem(response: Response, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof Problem && error.status < 500) {
    for (const [name, value] of Object.entries(error.headers ?? {})) response.setHeader(name, value);
    sendPage(response, error.status, problemPage('This does not work', asSentence(error.message)));
  } else {
    logger.error('A page failed', { error });
    sendPage(response, 500, problemPage('Something went wrong', 'That is our fault. Try again in a moment.'));
  }
}

export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** How long to wait, from what a Retry-After says. */
export function inTime(retryAfter: string | undefined): string {
  const minutes = Math.ceil(Number(retryAfter ?? 0) / 60);
  return minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
}

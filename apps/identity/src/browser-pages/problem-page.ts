import type { Response } from 'express';
import { html } from '#libs/core/html';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { page } from './page.js';
import { sendPage } from './send-page.js';
import { commonTexts } from './texts/common.texts.js';
import { problemText } from './texts/problem.texts.js';

/** A page that shows a problem alone. */
export function problemPage({ title, text }: { title: string; text: string }): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p class="lead">${text}</p>`,
  );
}

/** Answers with a page for an error that no page handles. */
export function sendProblem(response: Response, error: unknown): void {
  const { refused, failed } = commonTexts();
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof Problem && error.status < 500) {
    for (const [name, value] of Object.entries(error.headers ?? {})) response.setHeader(name, value);
    sendPage(response, error.status, problemPage({ title: refused, text: problemText(error) }));
  } else {
    logger.error('A page failed', { error });
    sendPage(response, 500, problemPage(failed));
  }
}

/** Returns the wait of a Retry-After as a text, in minutes. */
export function inTime(retryAfter: string | undefined): string {
  return commonTexts().inMinutes(Math.ceil(Number(retryAfter ?? 0) / 60));
}

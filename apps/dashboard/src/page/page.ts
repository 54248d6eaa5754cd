import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { CARD_STYLE, currentLanguage, html, mark, pageOf, pagePolicy, sendHtml, type Language } from '#libs/core/html';
import { DashboardConfig } from '../config.js';
import { WEB_DIR } from './web-dir.js';

const NONCE_BYTES = 16;
/** Stands in the built page wherever the nonce of an answer belongs. */
const PLACEHOLDER = '__NONCE__';

const NOT_BUILT: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['The dashboard is being built', 'This takes a minute after the first start. Reload the page then.'],
  pt: ['O painel está sendo construído', 'Isso leva um minuto após o primeiro início. Recarregue a página depois.'],
  es: ['El panel se está construyendo', 'Esto tarda un minuto tras el primer inicio. Recargue la página después.'],
};

/** The page of the dashboard: one document for all of its addresses, with a policy and a nonce of its own in each answer. */
@Injectable()
export class Page {
  readonly #file: string;
  #read: { changedAt: number; text: string } | undefined;

  constructor(
    @Inject(WEB_DIR) webDir: string,
    private readonly config: DashboardConfig,
  ) {
    this.#file = join(webDir, 'index.html');
  }

  send(response: Response): void {
    const text = this.#text();
    if (text === undefined) return sendNotBuilt(response);
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    sendHtml(response, 200, text.replaceAll(PLACEHOLDER, nonce), {
      'Content-Security-Policy': this.#policy(nonce),
      'X-Frame-Options': 'DENY',
    });
  }

  #policy(nonce: string): string {
    const own = `'self' 'nonce-${nonce}'`;
    return [
      "default-src 'none'",
      `script-src ${own}`,
      `style-src ${own}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      `form-action 'self' ${new URL(this.config.issuerUrl).origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }

  /** The built page, read again when a build has replaced it; undefined before the first build. */
  #text(): string | undefined {
    try {
      const { mtimeMs } = statSync(this.#file);
      if (this.#read?.changedAt !== mtimeMs)
        this.#read = { changedAt: mtimeMs, text: readFileSync(this.#file, 'utf8') };
      return this.#read.text;
    } catch {
      return undefined;
    }
  }
}

function sendNotBuilt(response: Response): void {
  const language = currentLanguage();
  const [title, text] = NOT_BUILT[language];
  const body = html`${mark('clock')}
    <h1>${title}</h1>
    <p>${text}</p>`;
  response.setHeader('Retry-After', '10');
  sendHtml(response, 503, pageOf({ title, body, style: CARD_STYLE, language }), {
    'Content-Security-Policy': pagePolicy({ style: CARD_STYLE }),
  });
}

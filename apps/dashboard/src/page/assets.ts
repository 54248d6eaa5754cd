import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem } from '#libs/core/http';
import { WEB_DIR } from './web-dir.js';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The name of a file has a hash of its content, so a browser need not ask for it again. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The files of the built page, compressed once by the build. */
@Injectable()
export class Assets {
  readonly #dir: string;
  #names: ReadonlySet<string> | undefined;

  constructor(@Inject(WEB_DIR) webDir: string) {
    this.#dir = join(webDir, 'assets');
  }

  /** Sends a file in the best form that the browser takes. @throws Problem NotFound */
  async send(name: string, request: Request, response: Response): Promise<void> {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined || !this.#has(name)) throw new Problem('NotFound');
    const [encoding, suffix] = ENCODINGS.find(
      ([one, end]) => this.#has(name + end) && request.acceptsEncodings(one) === one,
    ) ?? [undefined, ''];
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', CACHE_CONTROL);
    response.setHeader('Vary', 'Accept-Encoding');
    if (encoding) response.setHeader('Content-Encoding', encoding);
    await pipeline(createReadStream(join(this.#dir, name + suffix)), response).catch(() => response.destroy());
  }

  /** Reads the directory once it is there: the page may be built after the start. No other name leads to a file. */
  #has(name: string): boolean {
    if (!this.#names?.has(name)) this.#names = namesIn(this.#dir);
    return this.#names.has(name);
  }
}

function namesIn(dir: string): Set<string> {
  try {
    return new Set(readdirSync(dir));
  } catch {
    return new Set();
  }
}

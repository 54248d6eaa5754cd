import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { once } from '#libs/core/process';

const MAX_AGE_SECONDS = 3_600;

/** The result is a tenth larger than at the highest quality, in a twentieth of the time. */
const BROTLI_QUALITY = 5;

interface Script {
  etag: string;
  brotli: Buffer;
  gzip: Buffer;
}

/** Sends the script of the docs page, which is compressed once. Answers 304 if the browser has it. */
export async function sendDocsScript(request: Request, response: Response): Promise<void> {
  const { etag, ...bodies } = await script();
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  const encoding = request.acceptsEncodings('br', 'gzip');
  const body = encoding === 'br' ? bodies.brotli : encoding === 'gzip' ? bodies.gzip : await readScript();
  if (encoding === 'br' || encoding === 'gzip') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

const script = once(compressScript);

async function compressScript(): Promise<Script> {
  const source = await readScript();
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(source, quality), promisify(gzip)(source)]);
  const hash = createHash('sha256').update(source).digest('base64url');
  return { etag: `W/"${hash.slice(0, 22)}"`, brotli, gzip: gzipped };
}

function readScript(): Promise<Buffer> {
  return readFile(createRequire(import.meta.url).resolve('#vendor/scalar/standalone.js'));
}

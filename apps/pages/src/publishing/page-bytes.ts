import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RenderedPage } from '../markup/page-context.js';
import type { PageBytes } from '../published-pages/published-page.repository.js';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Level 11 makes pages a few per cent smaller and takes ten to forty times as long: see docs/landing-pages/pages.md. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;
const ETAG_LENGTH = 27;

/** The bytes that visitors get, in every encoding that the runtime serves. */
export async function bytesOf({ html: text, policy }: Pick<RenderedPage, 'html' | 'policy'>): Promise<PageBytes> {
  const html = Buffer.from(text);
  const [gzipped, brotli] = await Promise.all([
    toGzip(html, { level: GZIP_LEVEL }),
    toBrotli(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
      },
    }),
  ]);
  const hash = createHash('sha256').update(policy).update('\0').update(html).digest('base64url');
  return { html, gzip: gzipped, brotli, policy, etag: `"${hash.slice(0, ETAG_LENGTH)}"` };
}

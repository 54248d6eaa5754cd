import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type DirectAnswer, PROTECTIVE_HEADERS } from '#libs/core/http';
import { type Encoding, ENCODINGS, encodingOf } from '../negotiation/encoding.js';
import { isMatch } from '../negotiation/etag.js';

/** The contract's: an hour. */
const CACHE_CONTROL = 'public, max-age=3600';

const PROTECTION = PROTECTIVE_HEADERS.filter(([name]) => name !== 'Cache-Control').flat();

/** Formats that are compressed already. */
const COMPRESSED = /^(?:font\/woff2|image\/(?:png|x-icon|webp|avif))$/;

/** A static file in memory, which any site may load. */
export class Bundle {
  private readonly etag: string;
  private readonly answers: Readonly<Record<Encoding, DirectAnswer>>;
  private readonly unchanged: DirectAnswer;

  /** @param type its media type @param headers further ones */
  constructor(content: Buffer, type: string, headers: readonly string[] = []) {
    // The same for every encoding, and so a weak one.
    this.etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    const common = [
      ...PROTECTION,
      'Cache-Control',
      CACHE_CONTROL,
      'ETag',
      this.etag,
      'Vary',
      'Accept-Encoding',
      'Access-Control-Allow-Origin',
      '*',
      'Cross-Origin-Resource-Policy',
      'cross-origin',
      ...headers,
    ];
    this.unchanged = { status: 304, headers: common, isProtected: true };
    const bodies = bodiesOf(content, type);
    this.answers = Object.fromEntries(
      ENCODINGS.map((encoding) => [encoding, answerOf(bodies[encoding] ? encoding : 'identity', bodies, common, type)]),
    ) as Record<Encoding, DirectAnswer>;
  }

  /** @param accepted `Accept-Encoding` @param known `If-None-Match` */
  answer(accepted: string | undefined, known: string | undefined): DirectAnswer {
    if (known !== undefined && isMatch(known, this.etag)) return this.unchanged;
    return this.answers[encodingOf(accepted)];
  }
}

type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer };

function bodiesOf(content: Buffer, type: string): Bodies {
  if (COMPRESSED.test(type)) return { identity: content };
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return { identity: content, gzip: gzipSync(content, { level: 9 }), br: brotliCompressSync(content, best) };
}

function answerOf(encoding: Encoding, bodies: Bodies, common: readonly string[], type: string): DirectAnswer {
  const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    status: 200,
    headers: [...common, 'Content-Type', type, ...encoded],
    body: bodies[encoding] ?? bodies.identity,
    isProtected: true,
  };
}

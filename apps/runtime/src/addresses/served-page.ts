import { type DirectAnswer, PROTECTIVE_HEADERS } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { type Encoding, ENCODINGS, encodingOf } from '../negotiation/encoding.js';
import { isMatch, weak } from '../negotiation/etag.js';
import type { PageSplit } from '#libs/sites/sites';
import type { StoredPage, StoredVariant } from '../sites/site.repository.js';

/**
 * A browser asks again after a second. Caches may serve a page for half a minute more while they ask, and for a day while this
 * runtime does not answer.
 */
const CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=30, stale-if-error=86400';

/** A page that is not the same for all visitors: no cache may keep it. */
const PRIVATE = 'private, no-store';

/** Headers that a page has instead of the protective ones of every answer. */
const OWN = new Set(['Cache-Control', 'Content-Security-Policy', 'Referrer-Policy']);
const PROTECTION = PROTECTIVE_HEADERS.filter(([name]) => !OWN.has(name)).flat();

/** Estimated memory of an entry beside its bytes: headers, keys and objects. */
const OVERHEAD_BYTES = 3_000;

/** A published page in memory, with an answer for each encoding. */
export class ServedPage {
  readonly kind = 'page';
  readonly tenantId: TenantId;
  readonly pageId: string;
  readonly version: number;
  readonly title: string;
  readonly slug: string;
  readonly language: string;
  readonly formIds: readonly string[];
  readonly etag: string;
  readonly policy: string;
  readonly html: Buffer;
  /** Decides which visitors get another version; null if all get this one. */
  readonly split: PageSplit | null;
  /** Estimated memory of the entry. */
  readonly bytes: number;
  private readonly variants = new Map<number, ServedPage>();
  private readonly answers: Readonly<Record<Encoding, DirectAnswer>>;
  private readonly unchanged: DirectAnswer;

  /** @param variants the further versions that its split names */
  constructor(page: StoredPage, variants: readonly StoredVariant[] = []) {
    this.split = page.split;
    for (const variant of variants) this.variants.set(variant.version, new ServedPage({ ...page, ...variant }));
    this.tenantId = page.tenantId;
    this.pageId = page.pageId;
    this.version = page.version;
    this.title = page.title;
    this.slug = page.slug;
    this.language = page.language;
    this.formIds = [...new Set([page.formIds, ...variants.map(({ formIds }) => formIds)].flat())];
    this.etag = weak(page.etag);
    this.policy = page.policy;
    this.html = page.html;
    const bodies: Record<Encoding, Buffer> = { br: page.brotli, gzip: page.gzip, identity: page.html };
    const headers = this.headersOf(page);
    this.unchanged = { status: 304, headers, isProtected: true };
    this.answers = Object.fromEntries(
      ENCODINGS.map((encoding) => [encoding, answerOf(encoding, bodies, headers)]),
    ) as Record<Encoding, DirectAnswer>;
    const ofVariants = [...this.variants.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    this.bytes = OVERHEAD_BYTES + page.html.length + page.gzip.length + page.brotli.length + ofVariants;
  }

  /** A further version of the page; undefined if it is not before visitors. */
  variant(version: number): ServedPage | undefined {
    return this.variants.get(version);
  }

  /** @param accepted `Accept-Encoding` @param known `If-None-Match` */
  answer(accepted: string | undefined, known: string | undefined): DirectAnswer {
    if (known !== undefined && isMatch(known, this.etag)) return this.unchanged;
    return this.answers[encodingOf(accepted)];
  }

  /** The page in place of one that does not exist: no cache keeps it, and no search engine lists it. */
  answerNotFound(accepted: string | undefined): DirectAnswer {
    const { headers, ...answer } = this.answers[encodingOf(accepted)];
    const kept = pairsOf(headers).filter(([name]) => !NOT_WITH_404.has(name));
    return {
      ...answer,
      status: 404,
      headers: [...kept, ['Cache-Control', 'no-store'], ['X-Robots-Tag', 'noindex']].flat(),
    };
  }

  private headersOf({ policy, indexable, split }: StoredPage): string[] {
    return [
      ...PROTECTION,
      'Referrer-Policy',
      'strict-origin-when-cross-origin',
      'Content-Security-Policy',
      policy,
      'Cache-Control',
      split ? PRIVATE : CACHE_CONTROL,
      'Vary',
      'Accept-Encoding',
      'ETag',
      this.etag,
      ...(indexable ? [] : ['X-Robots-Tag', 'noindex']),
    ];
  }
}

const NOT_WITH_404 = new Set(['Cache-Control', 'ETag', 'X-Robots-Tag']);

const pairsOf = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));

/** An encoding without bytes is answered by the page as it is. */
function answerOf(encoding: Encoding, bodies: Record<Encoding, Buffer>, headers: readonly string[]): DirectAnswer {
  const used = bodies[encoding].length > 0 ? encoding : 'identity';
  const type = ['Content-Type', 'text/html; charset=utf-8'];
  const encoded = used === 'identity' ? [] : ['Content-Encoding', used];
  return { status: 200, headers: [...headers, ...type, ...encoded], body: bodies[used], isProtected: true };
}

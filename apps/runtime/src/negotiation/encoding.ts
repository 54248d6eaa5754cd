import { LRUCache } from 'lru-cache';

/** Encodings in which a page is in memory, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Longer than any browser's; what is beyond it is not read. */
const MAX_HEADER = 500;

/** There are few different headers, so that nearly all requests find theirs. */
const parsed = new LRUCache<string, Encoding>({ max: 500, memoMethod: (header) => choose(header) });

/**
 * The form that a client prefers by its `Accept-Encoding` (RFC 9110, 12.5.3), the smallest of several. A client that accepts
 * none of them gets the page as it is, as the RFC allows.
 */
export function encodingOf(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity';
  return parsed.memo(header.length > MAX_HEADER ? header.slice(0, header.lastIndexOf(',', MAX_HEADER)) : header);
}

function choose(header: string): Encoding {
  const weights = weightsOf(header);
  const others = weights.get('*');
  // Without a word about it the page as it is comes last: the header says what the client prefers to it.
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? others ?? (encoding === 'identity' ? LAST : 0);
  let best: Encoding = 'identity';
  for (const encoding of ENCODINGS.toReversed()) {
    const weight = weightOf(encoding);
    if (weight > 0 && weight >= weightOf(best)) best = encoding;
  }
  return best;
}

/** Less than any weight that a client can write. */
const LAST = 0.0001;

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = weightIn(parameters);
    if (name !== '' && weight !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, weight);
  }
  return weights;
}

/** 1 if absent; undefined if malformed, so that the entry does not count. */
function weightIn(parameters: readonly string[]): number | undefined {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given.slice(2)) : undefined;
}

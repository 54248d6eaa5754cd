import { UrlRejected } from '../errors.js';

const MAX_URL_LENGTH = 2048;

/**
 * Ports of other protocols, whose servers could read an HTTP request as commands: the list of the Fetch Standard
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A parsed URL. */
export interface Target {
  /** Normalised by the URL Standard, without a fragment. */
  url: string;
  origin: string;
  path: string;
  secure: boolean;
  /** Name or IP address; IPv6 without brackets. Forms such as `0x7f.1` have become dotted quads. */
  host: string;
  port: number;
}

/** Parses a URL from a user. @throws UrlRejected for a URL that must not be called, whatever its name resolves to */
export function parseTarget(text: string): Target {
  if (text.length > MAX_URL_LENGTH) throw new UrlRejected('too-long');
  const url = parseUrl(text);
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') throw new UrlRejected('scheme');
  if (url.username !== '' || url.password !== '') throw new UrlRejected('credentials');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (BLOCKED_PORTS.has(port)) throw new UrlRejected('port');
  url.hash = '';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { url: url.href, origin: url.origin, path: url.pathname + url.search, secure, host, port };
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new UrlRejected('malformed');
  }
}

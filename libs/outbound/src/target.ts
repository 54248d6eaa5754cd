import { UrlRefused } from './errors.js';

const MAX_URL_LENGTH = 2048;

/**
 * Ports of other protocols, at which an HTTP request could be taken for commands: the list of the Fetch Standard
 * (https://fetch.spec.whatwg.org/#port-blocking), which browsers keep too.
 */
const FOREIGN_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A URL taken apart for calling it. */
export interface Target {
  /** The URL as it is called: normalised by the URL Standard, without a fragment. */
  url: string;
  origin: string;
  path: string;
  secure: boolean;
  /** Name or IP address, an IPv6 one without brackets. `0x7f.1` and its like have become dotted quads here. */
  host: string;
  port: number;
}

/** Takes apart a URL that a user typed. Throws `UrlRefused` for what cannot or must not be called, whoever resolves it. */
export function parseTarget(text: string): Target {
  if (text.length > MAX_URL_LENGTH) throw new UrlRefused('too-long');
  const url = parseUrl(text);
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') throw new UrlRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new UrlRefused('credentials');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (FOREIGN_PORTS.has(port)) throw new UrlRefused('port');
  url.hash = '';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { url: url.href, origin: url.origin, path: url.pathname + url.search, secure, host, port };
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new UrlRefused('malformed');
  }
}

import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { constantTimeEquals } from '#libs/core/secrets';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=(\w{1,100})\/(\d{8})\/([\w-]{1,40})\/(\w{1,40})\/aws4_request, *SignedHeaders=([a-z0-9;-]{1,2000}), *Signature=([0-9a-f]{64})$/;

/** Difference of clocks that a signature allows. */
const CLOCK_MS = 300_000;

/** A request with Amazon's Signature Version 4: who signs, for what, and over which headers. */
export interface Signature {
  keyId: string;
  day: string;
  region: string;
  service: string;
  signedHeaders: readonly string[];
  signature: string;
  /** Time of signing as the request has it, `20301231T235959Z`. */
  time: string;
}

/** Reads the signature of a request; null if it has none of this form, or does not sign its host and time. */
export function readSignature({ headers }: IncomingMessage): Signature | null {
  const [, keyId, day, region, service, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const time = headers['x-amz-date'];
  if (!keyId || !day || !region || !service || !names || !signature || typeof time !== 'string') return null;
  const signedHeaders = names.split(';');
  if (!signedHeaders.includes('host') || !signedHeaders.includes('x-amz-date')) return null;
  return { keyId, day, region, service, signedHeaders, signature, time };
}

/** Says whether the signature was made now, for the day that it names. */
export function isCurrent({ time, day }: Signature, now: Date): boolean {
  const [, date, hour, minute, second] = /^(\d{8})T(\d{2})(\d{2})(\d{2})Z$/.exec(time) ?? [];
  if (!date || date !== day) return false;
  const at = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hour}:${minute}:${second}Z`);
  return Math.abs(at - now.getTime()) <= CLOCK_MS;
}

/** Says whether the signature is that of the request with this body, made with this secret. */
export function isSignedWith(secret: string, request: IncomingMessage, body: Buffer, signature: Signature): boolean {
  const { day, region, service, time } = signature;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, body, signature))].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
  return constantTimeEquals(hmac(key, text).toString('hex'), signature.signature);
}

function canonicalRequest(
  { method = '', url = '/', headers }: IncomingMessage,
  body: Buffer,
  signature: Signature,
): string {
  const [path = '', query = ''] = split(url);
  const values = signature.signedHeaders.map((name) => `${name}:${headerText(headers[name])}\n`);
  return [
    method,
    // Every service but S3 encodes the path once more.
    path.split('/').map(encoded).join('/') || '/',
    canonicalQuery(query),
    values.join(''),
    signature.signedHeaders.join(';'),
    sha256(body),
  ].join('\n');
}

function split(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query.replaceAll('+', '%2B'))];
  return pairs
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const headerText = (value: string | string[] | undefined): string =>
  [value ?? ''].flat().join(',').trim().replace(/ +/g, ' ');

/** Encodes all but the unreserved characters of RFC 3986. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

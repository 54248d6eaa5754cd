import { createHmac, timingSafeEqual } from 'node:crypto';

import type { FormFields } from './callback.js';

export interface SignedCallback {
  /** The whole URL with its query, as the carrier received it. */
  url: string;
  /** The fields of the form. */
  params: FormFields;
  /** The header `X-Twilio-Signature`. */
  signature: string | undefined;
  /** The account's secret. */
  authToken: string;
}

/**
 * Verifies that a callback comes from the carrier (Twilio's "Validating requests"): base64 of an HMAC-SHA1 over the URL
 * and each field's name and value, sorted by name. Accepts the URL with and without its default port, because senders
 * differ. Compares in constant time.
 */
export function verifyTwilioSignature({ url, params, signature, authToken }: SignedCallback): boolean {
  if (signature === undefined || authToken === '') return false;
  const given = Buffer.from(signature);
  return urlsToTry(url)
    .map((each) => equals(given, Buffer.from(twilioSignature(each, params, authToken))))
    .includes(true);
}

/** The signature for exactly this URL. */
export function twilioSignature(url: string, params: FormFields, authToken: string): string {
  return createHmac('sha1', authToken)
    .update(`${url}${flatten(params)}`, 'utf8')
    .digest('base64');
}

/** Joins names and values, sorted; of a repeated field, each distinct value once. */
function flatten(params: FormFields): string {
  return Object.keys(params)
    .sort()
    .flatMap((name) => [...new Set([params[name] ?? []].flat())].sort().map((value) => `${name}${value}`))
    .join('');
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

function urlsToTry(url: string): string[] {
  const parts = /^(https?:)\/\/([^/?#]*)(.*)$/s.exec(url);
  const [, scheme = '', authority = '', rest = ''] = parts ?? [];
  const port = DEFAULT_PORTS[scheme];
  if (port === undefined) return [url];
  const bare = authority.replace(new RegExp(`:${port}$`), '');
  return /:\d+$/.test(bare) ? [url] : [`${scheme}//${bare}${rest}`, `${scheme}//${bare}:${port}${rest}`];
}

function equals(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

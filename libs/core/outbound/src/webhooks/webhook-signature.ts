import { createHmac, createSecretKey, type BinaryToTextEncoding, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

import { InvalidWebhookSecret, isStandardSecret, webhookSecretBytes } from './webhook-secret.js';

export interface WebhookToSign {
  /** One secret, or several during a rotation: the receiver accepts a signature by any of them. */
  secrets: string | readonly string[];
  /** Id of the event, `evt_…`; the same on every attempt, so that the receiver can deduplicate. */
  id: string;
  /** Event type, such as `email.sent`. */
  type: string;
  /** Time of this attempt in whole Unix seconds. */
  timestamp: number;
  /** The body as it is sent. */
  body: string | Buffer;
}

/**
 * The headers of a signed webhook, for two kinds of receiver:
 *
 * - `X-Service-Signature: t=<timestamp>,v1=<hex>` is the HMAC-SHA256 of `<timestamp>.<body>`. Its key is the secret's
 *   whole text, `whsec_` included, as UTF-8. With it go `X-Service-Event` and `X-Service-Event-Id`.
 * - `webhook-signature: v1,<base64>` of Standard Webhooks is the HMAC-SHA256 of `<id>.<timestamp>.<body>`. Its key is
 *   the decoded base64 after `whsec_`. With it go `webhook-id` and `webhook-timestamp`.
 *
 * With several secrets there is a signature for each: `t=…,v1=…,v1=…`, and `v1,… v1,…`. A secret without the prefix
 * `whsec_` gives the first signature only.
 * @throws InvalidWebhookSecret for an empty secret, and for `whsec_` with invalid base64
 */
export function signWebhook({ secrets, id, type, timestamp, body }: WebhookToSign): Record<string, string> {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  const service = all.map((secret) => `v1=${serviceSignature(secret, timestamp, body)}`);
  const headers = {
    'X-Service-Signature': [`t=${timestamp}`, ...service].join(','),
    'X-Service-Event': type,
    'X-Service-Event-Id': id,
  };
  const standard = all.filter(isStandardSecret);
  if (standard.length === 0) return headers;
  return {
    ...headers,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.map((secret) => `v1,${standardSignature(secret, id, timestamp, body)}`).join(' '),
  };
}

/** The hex digits after `v1=` in `X-Service-Signature`. */
export function serviceSignature(secret: string, timestamp: number, body: string | Buffer): string {
  return hmac(keysOf(secret).service, `${timestamp}.`, body, 'hex');
}

/** The base64 after `v1,` in `webhook-signature`. */
export function standardSignature(secret: string, id: string, timestamp: number, body: string | Buffer): string {
  return hmac(keysOf(secret).standard(), `${id}.${timestamp}.`, body, 'base64');
}

interface Keys {
  service: KeyObject;
  /** @throws InvalidWebhookSecret */
  standard(): KeyObject;
}

/** Decoding a secret costs as much as signing, and a key that is an object is not copied for each signature. */
const keyCache = new LRUCache<string, Keys>({ max: 1_000 });

function keysOf(secret: string): Keys {
  const known = keyCache.get(secret);
  if (known) return known;
  if (secret === '') throw new InvalidWebhookSecret();
  let standard: KeyObject | undefined;
  const keys = {
    service: createSecretKey(secret, 'utf8'),
    standard: () => (standard ??= createSecretKey(webhookSecretBytes(secret))),
  };
  keyCache.set(secret, keys);
  return keys;
}

function hmac(key: KeyObject, prefix: string, body: string | Buffer, encoding: BinaryToTextEncoding): string {
  const mac = createHmac('sha256', key);
  // One update costs less than two, also with the text that it makes.
  if (typeof body === 'string') return mac.update(prefix + body, 'utf8').digest(encoding);
  return mac.update(prefix, 'utf8').update(body).digest(encoding);
}

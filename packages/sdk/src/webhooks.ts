import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookVerificationError } from './errors.js';
import type { WebhookEvent } from './webhook-events.js';

/** Headers as Node, Express or `fetch` give them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookRequest {
  /** The secret of the webhook, `whsec_…`; several while it is changed. */
  secret: string | readonly string[];
  headers: WebhookHeaders;
  /** The body exactly as it came, before anything has parsed it. */
  body: string | Uint8Array;
  /** How far the time of the request may be from the clock (seconds). */
  tolerance?: number;
}

/** The difference that the documentation asks receivers to allow (seconds). */
const TOLERANCE = 300;

interface Signed {
  time: string;
  /** Text that is signed before the body. */
  prefix: string;
  signatures: Buffer[];
  keyOf: (secret: string) => string | Buffer;
}

/**
 * The event of a genuine request.
 * @throws WebhookVerificationError for one that is altered, of another sender, too old, or without a signature
 */
export function verifyWebhook({ secret, headers, body, tolerance = TOLERANCE }: WebhookRequest): WebhookEvent {
  const signed = serviceSignature(headers) ?? standardSignature(headers);
  if (!signed) throw new WebhookVerificationError('The request has no signature');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const secrets = [secret].flat().filter(Boolean);
  if (secrets.length === 0) throw new WebhookVerificationError('There is no secret to verify with');
  if (!secrets.some((one) => isSignedBy(one, signed, bytes)))
    throw new WebhookVerificationError('The signature does not match the body');
  const age = Math.abs(Date.now() / 1000 - Number(signed.time));
  if (!(age <= tolerance)) throw new WebhookVerificationError('The request is too old, or a clock is wrong');
  return parse(bytes);
}

function isSignedBy(secret: string, { prefix, signatures, keyOf }: Signed, body: Uint8Array): boolean {
  const expected = createHmac('sha256', keyOf(secret)).update(prefix).update(body).digest();
  return signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

/** `X-Service-Signature: t=<seconds>,v1=<hex>`, one `v1` for each secret that is valid. */
function serviceSignature(headers: WebhookHeaders): Signed | undefined {
  const parts = (headerOf(headers, 'x-service-signature') ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  const signatures = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => Buffer.from(hex, 'hex'));
  return time && signatures.length > 0
    ? { time, prefix: `${time}.`, signatures, keyOf: (secret) => secret }
    : undefined;
}

/** The three headers of Standard Webhooks. */
function standardSignature(headers: WebhookHeaders): Signed | undefined {
  const [id, time, signature] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signature) return undefined;
  const signatures = signature
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'));
  const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return { time, prefix: `${id}.${time}.`, signatures, keyOf };
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch (error) {
    throw new WebhookVerificationError('The body is no JSON', { cause: error });
  }
}

import { constantTimeEquals } from '#libs/core/secrets';

import { isStandardSecret } from './webhook-secret.js';
import { serviceSignature, standardSignature } from './webhook-signature.js';

/** Largest distance of a timestamp from now, in both directions. */
export const WEBHOOK_TOLERANCE_SECONDS = 5 * 60;

export interface WebhookToVerify {
  secrets: string | readonly string[];
  /** Names in any case. */
  headers: Record<string, string | string[] | undefined>;
  /** The body as received, before parsing. */
  body: string | Buffer;
  /** Unix seconds; the current time by default. */
  now?: number;
}

export type WebhookVerdict = 'valid' | 'missing' | 'malformed' | 'too-old' | 'too-new' | 'mismatch';

interface Claim {
  timestamp: number;
  signatures: string[];
  /** Whether a secret can make this kind of signature. */
  usable: (secret: string) => boolean;
  expected: (secret: string) => string;
}

/**
 * Verifies a webhook as a receiver does, for tests: the timestamp is within five minutes of now, and a signature is by
 * one of the secrets, compared in constant time. One kind of signature is enough; if both are present, both must be
 * valid.
 */
export function verifyWebhook({ secrets, headers, body, now = Date.now() / 1000 }: WebhookToVerify): WebhookVerdict {
  const header = readHeaders(headers);
  const claims = [readService(header, body), readStandard(header, body)].filter((claim) => claim !== undefined);
  if (claims.length === 0) return 'missing';
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  const verdicts = claims.map((claim) => (claim === 'malformed' ? claim : judge(claim, all, now)));
  return verdicts.find((verdict) => verdict !== 'valid') ?? 'valid';
}

function judge(
  { timestamp, signatures, usable, expected }: Claim,
  secrets: readonly string[],
  now: number,
): WebhookVerdict {
  if (timestamp < now - WEBHOOK_TOLERANCE_SECONDS) return 'too-old';
  if (timestamp > now + WEBHOOK_TOLERANCE_SECONDS) return 'too-new';
  const valid = secrets.filter(usable).map(expected);
  const matches = signatures.some((given) => valid.some((one) => constantTimeEquals(given, one)));
  return matches ? 'valid' : 'mismatch';
}

type HeaderReader = (name: string) => string | undefined;

function readHeaders(headers: WebhookToVerify['headers']): HeaderReader {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = byName.get(name);
    return Array.isArray(value) ? value.join(', ') : value;
  };
}

function readService(header: HeaderReader, body: string | Buffer): Claim | 'malformed' | undefined {
  const text = header('x-service-signature');
  if (text === undefined) return undefined;
  const fields = text.split(',').map((field) => field.trim());
  const timestamp = unixSeconds(fields.find((field) => field.startsWith('t='))?.slice(2));
  if (timestamp === undefined) return 'malformed';
  const signatures = fields.filter((field) => field.startsWith('v1=')).map((field) => field.slice(3));
  const expected = (secret: string) => serviceSignature(secret, timestamp, body);
  return { timestamp, signatures, usable: () => true, expected };
}

function readStandard(header: HeaderReader, body: string | Buffer): Claim | 'malformed' | undefined {
  const text = header('webhook-signature');
  if (text === undefined) return undefined;
  const id = header('webhook-id');
  const timestamp = unixSeconds(header('webhook-timestamp'));
  if (id === undefined || timestamp === undefined) return 'malformed';
  const signatures = text.split(' ').filter((field) => field.startsWith('v1,'));
  return {
    timestamp,
    signatures: signatures.map((field) => field.slice(3)),
    usable: isStandardSecret,
    expected: (secret) => standardSignature(secret, id, timestamp, body),
  };
}

function unixSeconds(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,12}$/.test(text) ? Number(text) : undefined;
}

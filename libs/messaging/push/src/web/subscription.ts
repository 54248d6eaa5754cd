import { ECDH } from 'node:crypto';

/** A browser's PushSubscription, reduced to what sending needs. */
export interface WebSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The text is not a valid subscription. The message continues a sentence that starts with the field's name. */
export class InvalidSubscription extends Error {
  override name = 'InvalidSubscription';
}

const MAX_ENDPOINT = 2_048;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** Google's push service before VAPID, which is switched off. */
const RETIRED = 'https://android.googleapis.com/gcm/';

/**
 * Parses the JSON of a PushSubscription (Push API, section 8.1) and validates the keys (RFC 8291), so that encryption
 * cannot fail later. @throws InvalidSubscription
 */
export function parseSubscription(token: string): WebSubscription {
  const { endpoint, keys } = objectOf(parse(token), 'must be the JSON of a PushSubscription');
  const { p256dh, auth } = objectOf(keys, 'must have keys');
  return {
    endpoint: checkedEndpoint(endpoint),
    keys: { p256dh: checkedPoint(p256dh), auth: checkedSecret(auth) },
  };
}

function parse(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown, otherwise: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new InvalidSubscription(otherwise);
  return value as Record<string, unknown>;
}

function checkedEndpoint(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_ENDPOINT || !URL.canParse(value)) {
    throw new InvalidSubscription('must have an endpoint that is a URL');
  }
  const url = new URL(value);
  if (url.protocol !== 'https:') throw new InvalidSubscription('must have an endpoint that begins with https://');
  if (url.username || url.password) throw new InvalidSubscription('must have an endpoint without user name');
  if (url.href.startsWith(RETIRED)) throw new InvalidSubscription('has the endpoint of a push service that is retired');
  url.hash = '';
  return url.href;
}

function checkedPoint(value: unknown): string {
  const bytes = decoded(value);
  if (bytes?.length !== POINT_BYTES || !isOnCurve(bytes)) {
    throw new InvalidSubscription('must have a keys.p256dh that is an uncompressed point on P-256');
  }
  return bytes.toString('base64url');
}

function checkedSecret(value: unknown): string {
  const bytes = decoded(value);
  if (bytes?.length !== AUTH_BYTES) throw new InvalidSubscription(`must have a keys.auth of ${AUTH_BYTES} bytes`);
  return bytes.toString('base64url');
}

function decoded(value: unknown): Buffer | undefined {
  if (typeof value !== 'string' || value.length > 2 * POINT_BYTES || !BASE64URL.test(value)) return undefined;
  return Buffer.from(value, 'base64url');
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1');
    return point[0] === 0x04;
  } catch {
    return false;
  }
}

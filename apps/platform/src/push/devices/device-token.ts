import { hash } from 'node:crypto';
import { InvalidSubscription, parseSubscription, type PushPlatform } from '#libs/messaging/push';

/** A device's token as it is stored. */
export interface DeviceToken {
  text: string;
  /** Identifies the device: SHA-256 of the token, for a browser of its endpoint. */
  hash: Buffer;
}

const START = 6;
const END = 4;

/**
 * The token of a browser is the JSON of its subscription, stored without the fields that sending does not need. The
 * endpoint alone identifies it: the keys may be renewed, and equal JSON can be written in many ways. A text that is not
 * JSON is stored unchanged; only the sandbox accepts it. Throws `InvalidSubscription`.
 */
export function parseToken(platform: PushPlatform, token: string): DeviceToken {
  if (platform !== 'web' || !token.startsWith('{')) return { text: token, hash: digest(token) };
  const subscription = parseSubscription(token);
  return { text: JSON.stringify(subscription), hash: digest(subscription.endpoint) };
}

/** The hash by which a token is found, of any platform. */
export function hashOfToken(token: string): Buffer {
  if (!token.startsWith('{')) return digest(token);
  try {
    return parseToken('web', token).hash;
  } catch (error) {
    if (!(error instanceof InvalidSubscription)) throw error;
    return digest(token);
  }
}

/** A part of the token that identifies it and cannot be used; for a browser, the push service and the end of the URL. */
export function shortenToken(platform: PushPlatform, token: string): string {
  if (platform === 'web' && token.startsWith('{')) {
    const { endpoint } = JSON.parse(token) as { endpoint: string };
    return `${new URL(endpoint).host}/…${endpoint.slice(-END)}`;
  }
  if (token.length < 2 * (START + END)) return `${token.slice(0, Math.min(2, token.length - 1))}…`;
  return `${token.slice(0, START)}…${token.slice(-END)}`;
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

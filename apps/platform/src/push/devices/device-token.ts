import { hash } from 'node:crypto';
import { InvalidSubscription, parseSubscription, type PushPlatform } from '#libs/push';

/** A device's token as it is stored. */
export interface DeviceToken {
  text: string;
  /** What makes it the same device: SHA-256 of the token, for a browser of its endpoint. */
  hash: Buffer;
}

const START = 6;
const END = 4;

/**
 * The token of a browser is the JSON of its subscription, kept without what sending does not need. Its endpoint alone
 * tells it from others: the keys may be renewed, and JSON can be spelt in many ways. A text that is no JSON at all is
 * kept as it is: the sandbox takes it, a browser's push service will not. Throws `InvalidSubscription`.
 */
export function readToken(platform: PushPlatform, token: string): DeviceToken {
  if (platform !== 'web' || !token.startsWith('{')) return { text: token, hash: digest(token) };
  const subscription = parseSubscription(token);
  return { text: JSON.stringify(subscription), hash: digest(subscription.endpoint) };
}

/** The hash under which a token is found, of whichever platform it is. */
export function hashOfToken(token: string): Buffer {
  if (!token.startsWith('{')) return digest(token);
  try {
    return readToken('web', token).hash;
  } catch (error) {
    if (!(error instanceof InvalidSubscription)) throw error;
    return digest(token);
  }
}

/** Enough of a token to recognise it, and not to use it; for a browser the push service and the end of its address. */
export function shortenToken(platform: PushPlatform, token: string): string {
  if (platform === 'web' && token.startsWith('{')) {
    const { endpoint } = JSON.parse(token) as { endpoint: string };
    return `${new URL(endpoint).host}/…${endpoint.slice(-END)}`;
  }
  if (token.length < 2 * (START + END)) return `${token.slice(0, Math.min(2, token.length - 1))}…`;
  return `${token.slice(0, START)}…${token.slice(-END)}`;
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

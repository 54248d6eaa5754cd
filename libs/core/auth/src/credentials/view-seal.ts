import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomToken } from '#libs/core/secrets';

const INFO = 'credential view';

/** Random characters, so that no two writes store the same text. */
const NONCE_CHARACTERS = 12;
const NONCE_BYTES = 9;
/** Unix time in seconds, in decimal. */
const TIME_CHARACTERS = 10;
/** HMAC-SHA256 in base64url. */
const MAC_CHARACTERS = 43;
const MAC_END = NONCE_CHARACTERS + TIME_CHARACTERS + MAC_CHARACTERS;
/** Seconds by which the clocks of two hosts may differ. */
const CLOCK_TOLERANCE = 60;

/**
 * Seals the entries of the credential view: who can write to Redis cannot make an app accept a credential. The MAC covers
 * the entry's key and the time at which it ends, so an entry counts under no other name and no longer than it was meant to.
 */
export class ViewSeal {
  private readonly key: Buffer;

  /** @param secret of the calls between the apps */
  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', INFO, 32));
  }

  /** @param ttl for how many seconds the entry counts */
  seal(key: string, content: string, ttl: number): string {
    const head = randomToken(NONCE_BYTES) + String(now() + ttl);
    return head + this.macOf(key, head, content).toString('base64url') + content;
  }

  /** The content of a sealed text; undefined if an app did not write it for this key, or if it has ended. */
  open(key: string, text: string): string | undefined {
    const head = text.slice(0, NONCE_CHARACTERS + TIME_CHARACTERS);
    const content = text.slice(MAC_END);
    const mac = Buffer.from(text.slice(head.length, MAC_END), 'base64url');
    const expected = this.macOf(key, head, content);
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
    const endsAt = Number(head.slice(NONCE_CHARACTERS));
    return endsAt + CLOCK_TOLERANCE >= now() ? content : undefined;
  }

  private macOf(key: string, head: string, content: string): Buffer {
    return createHmac('sha256', this.key).update(`${key}\n${head}${content}`).digest();
  }
}

const now = (): number => Math.floor(Date.now() / 1_000);

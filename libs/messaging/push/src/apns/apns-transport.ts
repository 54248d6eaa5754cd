import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http2';
import { PushFailure } from '../failure.js';
import type { PushMessage, PushReceipt, PushTransport } from '../transport.js';
import { withReceipt } from '../with-receipt.js';
import { ApnsConnection } from './connection.js';
import { ProviderTokens, type ApnsKey } from './provider-token.js';
import { reasonOf, refusalOf } from './refusal.js';

export interface ApnsOptions {
  key: ApnsKey;
  /** The app's bundle id. */
  topic: string;
  /** `https://api.push.apple.com` by default; development builds use `https://api.sandbox.push.apple.com`. */
  url?: string;
  /** Certificate authorities to trust in place of Node's, PEM. */
  ca?: string | Buffer;
  /** Milliseconds per request; 10,000 by default. */
  timeoutMs?: number;
  /** How long APNs keeps a message for an offline device, in seconds; four weeks by default. */
  ttlSeconds?: number;
  now?: () => number;
}

const APNS_URL = 'https://api.push.apple.com';
const TIMEOUT_MS = 10_000;
const FOUR_WEEKS_SECONDS = 28 * 86_400;
const PAYLOAD_BYTES = 4_096;
const DEVICE_TOKEN = /^(?:[0-9a-f]{2}){8,100}$/i;
const EXPIRED = 'ExpiredProviderToken';

/**
 * Apple's push service over HTTP/2, authenticated with a key (no certificate). Data is beside `aps` in the payload. The
 * message's id is the collapse id, so a message that is sent twice is shown once.
 */
export class ApnsTransport implements PushTransport {
  readonly #options: ApnsOptions;
  readonly #connection: ApnsConnection;
  readonly #tokens: ProviderTokens;
  readonly #now: () => number;
  #closed = false;

  constructor(options: ApnsOptions) {
    const { url = APNS_URL, ca, timeoutMs = TIMEOUT_MS, now = Date.now } = options;
    this.#options = options;
    this.#now = now;
    this.#connection = new ApnsConnection({ url, ca, timeoutMs });
    this.#tokens = new ProviderTokens(options.key, now);
  }

  async send(message: PushMessage): Promise<PushReceipt> {
    if (this.#closed) throw PushFailure.closed();
    const { token } = message.device;
    // The token becomes a part of the path.
    if (!DEVICE_TOKEN.test(token)) throw new PushFailure('The token is not an APNs token', { kind: 'gone' });
    const payload = payloadOf(message);
    const first = await this.#post(message, payload);
    const again = reasonOf(first) === EXPIRED && this.#tokens.renewIfOld();
    const answer = again ? await this.#post(message, payload) : first;
    if (answer.status !== 200) throw refusalOf(answer);
    return answer.headers.apnsId === undefined ? {} : { providerId: answer.headers.apnsId };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connection.close();
  }

  async #post(message: PushMessage, payload: Buffer) {
    return this.#connection.post(this.#headers(message, await this.#tokens.current()), payload);
  }

  #headers({ id, device }: PushMessage, token: string): OutgoingHttpHeaders {
    const { topic, ttlSeconds = FOUR_WEEKS_SECONDS } = this.#options;
    return {
      ':path': `/3/device/${device.token}`,
      authorization: `bearer ${token}`,
      'content-type': 'application/json',
      'apns-id': uuidOf(id),
      'apns-topic': topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Math.floor(this.#now() / 1_000) + ttlSeconds),
      'apns-collapse-id': id,
    };
  }
}

function payloadOf({ id, notification, data, receiptUrl }: PushMessage): Buffer {
  // An extension of the app may then run when the message comes, and confirm it.
  const mutable = receiptUrl === undefined ? {} : { 'mutable-content': 1 };
  const content = { ...data, id, aps: { alert: notification, sound: 'default' } };
  const confirmed = withReceipt({ ...content, aps: { ...content.aps, ...mutable } }, receiptUrl, PAYLOAD_BYTES);
  const payload = confirmed.length <= PAYLOAD_BYTES ? confirmed : Buffer.from(JSON.stringify(content));
  if (payload.length <= PAYLOAD_BYTES) return payload;
  const reason = `The message has ${payload.length} bytes; APNs takes ${PAYLOAD_BYTES}`;
  throw new PushFailure(reason, { kind: 'permanent', code: 'PayloadTooLarge' });
}

/** A UUID (version 8, RFC 9562) that is the same for every attempt to send a message. */
function uuidOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

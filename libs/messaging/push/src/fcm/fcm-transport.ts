import type * as Undici from 'undici';
import { lazyPackage } from '#libs/core/process';
import { PushFailure } from '../failure.js';
import type {
  PushContent,
  PushMessage,
  PushReceipt,
  PushTransport,
  TopicMessage,
  TopicTransport,
} from '../transport.js';
import { AccessTokens } from './access-token.js';
import { post, type JsonAnswer } from './http.js';
import { refusalOf } from './refusal.js';
import type { ServiceAccount } from './service-account.js';

export interface FcmOptions {
  account: ServiceAccount;
  /** `https://fcm.googleapis.com` by default. */
  url?: string;
  /** URL for requesting tokens, in place of the account's `token_uri`. */
  tokenUrl?: string;
  /** Concurrent connections; 20 by default. */
  connections?: number;
  /** Milliseconds per request; 10,000 by default. */
  timeoutMs?: number;
  /** How long FCM keeps a message for an offline device, in seconds; four weeks, its maximum, by default. */
  ttlSeconds?: number;
  now?: () => number;
}

const undici = lazyPackage<typeof Undici>('undici');
const FCM_URL = 'https://fcm.googleapis.com';
const CONNECTIONS = 20;
const TIMEOUT_MS = 10_000;
const FOUR_WEEKS_SECONDS = 28 * 86_400;
const TOPIC = /^[a-zA-Z0-9-_.~%]{1,900}$/;

/**
 * Firebase Cloud Messaging, HTTP v1, for Android devices and topics. FCM carries data as strings only: other values are
 * sent as JSON. The message's id is the collapse key and the notification's tag, so a message that is sent twice is
 * shown once.
 */
export class FcmTransport implements PushTransport, TopicTransport {
  readonly #options: FcmOptions;
  readonly #dispatcher: Undici.Dispatcher;
  readonly #tokens: AccessTokens;
  readonly #timeoutMs: number;
  #closed = false;

  constructor(options: FcmOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#dispatcher = new (undici().Agent)({ connections: options.connections ?? CONNECTIONS });
    const { account, tokenUrl, now = Date.now } = options;
    this.#tokens = new AccessTokens(account, this.#dispatcher, this.#timeoutMs, now, tokenUrl);
  }

  async send(message: PushMessage): Promise<PushReceipt> {
    return this.#send({ token: message.device.token, ...this.#content(message) });
  }

  async sendToTopic(message: TopicMessage): Promise<PushReceipt> {
    if (!TOPIC.test(message.topic)) {
      throw new PushFailure('A topic of FCM may only contain letters, digits and -_.~%', { kind: 'permanent' });
    }
    return this.#send({ topic: message.topic, ...this.#content(message) });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#dispatcher.close();
  }

  async #send(message: object): Promise<PushReceipt> {
    if (this.#closed) throw PushFailure.closed();
    const body = JSON.stringify({ message });
    const first = await this.#post(body);
    // A token can be revoked before it expires: try once with a new one.
    const answer = first.status === 401 ? await this.#post(body) : first;
    if (answer.status !== 200) throw refusalOf(answer);
    const { name } = answer.body;
    return typeof name === 'string' ? { providerId: name } : {};
  }

  async #post(body: string): Promise<JsonAnswer> {
    const token = await this.#tokens.current();
    const { url = FCM_URL, account } = this.#options;
    const answer = await post(`${url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`, {
      dispatcher: this.#dispatcher,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      timeoutMs: this.#timeoutMs,
    });
    if (answer.status === 401) this.#tokens.forget(token);
    return answer;
  }

  #content({ id, notification, data = {}, receiptUrl }: PushContent): object {
    const { ttlSeconds = FOUR_WEEKS_SECONDS } = this.#options;
    const texts = { ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, asText(value)])), id };
    const confirmed = receiptUrl === undefined ? texts : { ...texts, receipt: receiptUrl };
    return {
      notification,
      data: Buffer.byteLength(JSON.stringify({ notification, confirmed })) <= PAYLOAD_BYTES ? confirmed : texts,
      android: { priority: 'HIGH', ttl: `${ttlSeconds}s`, collapse_key: id, notification: { tag: id } },
    };
  }
}

/** FCM takes 4,096 bytes of notification and data. */
const PAYLOAD_BYTES = 4_000;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

import webPush, { type RequestDetails } from 'web-push';
import type { OutboundAnswer, OutboundClient, OutboundFailure } from '#libs/outbound';
import { PushFailure } from '../failure.js';
import { retryAfterMs } from '../retry-after.js';
import type { PushMessage, PushReceipt, PushTransport } from '../transport.js';
import { InvalidSubscription, parseSubscription, type WebSubscription } from './subscription.js';
import type { VapidKeys } from './vapid.js';

export type Urgency = 'very-low' | 'low' | 'normal' | 'high';

export interface WebPushOptions {
  /** Whose messages these are; the keys with which the devices subscribed. */
  vapid: VapidKeys;
  /** Where a push service can reach whoever runs this: a `mailto:` or `https:` URL (RFC 8292 section 2.1). */
  subject: string;
  /** Carries the requests. Endpoints are addresses that somebody typed, so its guard decides what may be called. */
  client: Pick<OutboundClient, 'post'>;
  /** How long the push service keeps a message for a browser that is away, in seconds; four weeks by default. */
  ttlSeconds?: number;
  /** `high` by default: a notification is meant to be seen now, on battery too (RFC 8030 section 5.3). */
  urgency?: Urgency;
  /** Milliseconds for the whole exchange; 10,000 by default. */
  timeoutMs?: number;
}

const FOUR_WEEKS_SECONDS = 28 * 86_400;
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 4_096;
const QUOTED_CHARACTERS = 200;

/** A push service takes at least 4,096 bytes (RFC 8030 section 7.2): header 86, padding delimiter 1, tag 16. */
export const WEB_PAYLOAD_BYTES = 4_096 - 86 - 1 - 16;

/**
 * Web Push: the payload encrypted for the browser (RFC 8291), the request signed as ours (RFC 8292). The message's id
 * is the topic of RFC 8030 section 5.4, so that a repetition replaces what the push service still holds. Cheap to make:
 * there is one for each pair of keys.
 *
 * The service worker gets `{ "id", "title", "body", "data" }` as JSON.
 */
export class WebPushTransport implements PushTransport {
  constructor(private readonly options: WebPushOptions) {}

  async send(message: PushMessage): Promise<PushReceipt> {
    const request = this.#request(subscriptionOf(message), payloadOf(message), message.id);
    const result = await this.options.client.post({
      url: request.endpoint,
      headers: headersOf(request),
      body: request.body,
      timeoutMs: this.options.timeoutMs ?? TIMEOUT_MS,
      maxResponseBytes: ANSWER_BYTES,
    });
    if (!result.answered) throw unanswered(result);
    if (result.status < 200 || result.status > 299) throw refusal(result);
    const { location } = result.headers;
    return location === undefined ? {} : { providerId: location };
  }

  /** The client is whoever's gave it. */
  async close(): Promise<void> {}

  #request(subscription: WebSubscription, payload: Buffer, topic: string): RequestDetails & { body: Buffer } {
    const { vapid, subject, ttlSeconds = FOUR_WEEKS_SECONDS, urgency = 'high' } = this.options;
    return webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject, ...vapid },
      TTL: ttlSeconds,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    });
  }
}

function subscriptionOf({ device }: PushMessage): WebSubscription {
  try {
    return parseSubscription(device.token);
  } catch (error) {
    if (!(error instanceof InvalidSubscription)) throw error;
    throw new PushFailure(`The token ${error.message}`, { kind: 'gone', cause: error });
  }
}

function payloadOf({ id, notification, data }: PushMessage): Buffer {
  const payload = Buffer.from(JSON.stringify({ id, ...notification, data: data ?? {} }));
  if (payload.length <= WEB_PAYLOAD_BYTES) return payload;
  const reason = `The message has ${payload.length} bytes; a browser takes ${WEB_PAYLOAD_BYTES}`;
  throw new PushFailure(reason, { kind: 'permanent', code: 'PayloadTooLarge' });
}

/** Content-Length is the client's to say. */
function headersOf({ headers }: RequestDetails): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function unanswered({ kind, message }: OutboundFailure): PushFailure {
  if (kind === 'refused-address') return new PushFailure(message, { kind: 'permanent', code: 'RefusedAddress' });
  return PushFailure.unreachable(message);
}

/** RFC 8030 section 7.3: 404 and 410 say that the subscription is over, 429 and 5xx that we come at a bad time. */
function refusal({ status, headers, bodySnippet }: OutboundAnswer): PushFailure {
  const words = bodySnippet.slice(0, QUOTED_CHARACTERS).trim();
  const reason = `The push service answered ${status}${words && `: ${words}`}`;
  return new PushFailure(reason, {
    kind: kindOf(status),
    code: String(status),
    retryAfterMs: retryAfterMs(headers['retry-after']),
  });
}

function kindOf(status: number): PushFailure['kind'] {
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'temporary' : 'permanent';
}

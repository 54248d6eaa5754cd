import type * as WebPush from 'web-push';
import { lazyPackage } from '#libs/core/process';
import { retryAfterMs, type OutboundAnswer, type OutboundClient, type OutboundFailure } from '#libs/core/outbound';
import { PushFailure } from '../failure.js';
import type { PushMessage, PushReceipt, PushTransport } from '../transport.js';
import { withReceipt } from '../with-receipt.js';
import { InvalidSubscription, parseSubscription, type WebSubscription } from './subscription.js';
import type { VapidKeys } from './vapid.js';

export type Urgency = 'very-low' | 'low' | 'normal' | 'high';

export interface WebPushOptions {
  /** The keys with which the devices subscribed. */
  vapid: VapidKeys;
  /** Contact of the operator for push services: a `mailto:` or `https:` URL (RFC 8292 section 2.1). */
  subject: string;
  /** Sends the requests. Endpoints come from users, so the client's guard must check them. */
  client: Pick<OutboundClient, 'post'>;
  /** How long the push service keeps a message for an offline browser, in seconds; four weeks by default. */
  ttlSeconds?: number;
  /** `high` by default: deliver at once, on battery power, too (RFC 8030 section 5.3). */
  urgency?: Urgency;
  /** Milliseconds for the whole exchange; 10,000 by default. */
  timeoutMs?: number;
}

const webPush = lazyPackage<typeof WebPush>('web-push');

const FOUR_WEEKS_SECONDS = 28 * 86_400;
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 4_096;
const QUOTED_CHARACTERS = 200;

/** A push service accepts at least 4,096 bytes (RFC 8030 section 7.2): header 86, padding delimiter 1, tag 16. */
export const WEB_PAYLOAD_BYTES = 4_096 - 86 - 1 - 16;

/**
 * Web Push: encrypts the payload for the browser (RFC 8291) and signs the request (RFC 8292). The message's id is the
 * topic (RFC 8030 section 5.4), so a repeated message replaces the one that the push service still keeps. Cheap to
 * create: there is one for each pair of keys.
 *
 * The service worker receives `{ "id", "title", "body", "data", "receipt" }` as JSON.
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

  /** The creator of the client closes it. */
  async close(): Promise<void> {}

  #request(subscription: WebSubscription, payload: Buffer, topic: string): WebPush.RequestDetails & { body: Buffer } {
    const { vapid, subject, ttlSeconds = FOUR_WEEKS_SECONDS, urgency = 'high' } = this.options;
    return webPush().generateRequestDetails(subscription, payload, {
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

function payloadOf({ id, notification, data, receiptUrl }: PushMessage): Buffer {
  const content = { id, ...notification, data: data ?? {} };
  const payload = withReceipt(content, receiptUrl, WEB_PAYLOAD_BYTES);
  if (payload.length <= WEB_PAYLOAD_BYTES) return payload;
  const reason = `The message has ${payload.length} bytes; a browser takes ${WEB_PAYLOAD_BYTES}`;
  throw new PushFailure(reason, { kind: 'permanent', code: 'PayloadTooLarge' });
}

/** Without Content-Length, which the client sets. */
function headersOf({ headers }: WebPush.RequestDetails): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function unanswered({ kind, message }: OutboundFailure): PushFailure {
  if (kind === 'refused-address') return new PushFailure(message, { kind: 'permanent', code: 'RefusedAddress' });
  return PushFailure.unreachable(message);
}

/** RFC 8030 section 7.3: 404 and 410 mean that the subscription ended; 429 and 5xx are temporary. */
function refusal({ status, headers, bodySnippet }: OutboundAnswer): PushFailure {
  const words = bodySnippet.slice(0, QUOTED_CHARACTERS).trim();
  const reason = `The push service answered ${status}${words && `: ${words}`}`;
  return new PushFailure(reason, {
    kind: kindOf(status),
    code: String(status),
    refusesCredential: status === 401 || status === 403,
    retryAfterMs: retryAfterMs(headers['retry-after']),
  });
}

function kindOf(status: number): PushFailure['kind'] {
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'temporary' : 'permanent';
}

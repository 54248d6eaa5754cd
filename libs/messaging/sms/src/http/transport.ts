import type * as Undici from 'undici';
import { lazyPackage } from '#libs/core/process';
import { connectorOf, DialFailed, Gate, retryAfterMs, type Dial } from '#libs/core/outbound';
import { SmsFailure } from '../failure.js';
import { smsSegments } from '../segments.js';
import type { InboundListener, ReceiptListener, SmsMessage, SmsReceipt, SmsTransport } from '../transport.js';
import { parseAnswer } from './answer.js';
import { parseTwilioCallback, parseTwilioInbound, type FormFields } from './callback.js';
import { rejection } from './codes.js';
import { verifyTwilioSignature } from './signature.js';

export interface HttpSmsOptions {
  /** Base URL of the API, such as `https://api.twilio.com`; may have a path. */
  baseUrl: string;
  accountSid: string;
  /** Key of callback signatures, and password of requests without an `apiKey`. */
  authToken: string;
  apiKey?: { sid: string; secret: string };
  /** Default sender. */
  from?: string;
  /** The carrier's pool of senders, for messages without one; takes precedence over `from`. */
  messagingServiceSid?: string;
  /** URL for the carrier's reports on a message; without it there are no receipts. */
  statusCallback?: (messageId: string) => string;
  /** Milliseconds per request; 15,000 by default. */
  timeoutMs?: number;
  /** Concurrent requests; 20 by default. */
  connections?: number;
  /** Certificate authorities to trust in place of Node's, PEM. */
  ca?: string | Buffer;
  /** Makes the connections, for a base URL from a user; `ca` does not count then. */
  dial?: Dial;
}

/** `ignored`: authentic, without a delivery status. `forged`: to be answered 403. */
export type CallbackOutcome = 'taken' | 'ignored' | 'forged';

const undici = lazyPackage<typeof Undici>('undici');
const MAX_ANSWER_BYTES = 64 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/** Answers to {@link HttpSmsTransport.check} of carriers without that part of the API. */
const UNCHECKABLE = new Set([404, 405, 501]);

interface Exchange {
  status: number;
  headers: Undici.Dispatcher.ResponseData['headers'];
  text: string;
}

/** Sends messages through Twilio, or a carrier with the same API (2010-04-01). */
export class HttpSmsTransport implements SmsTransport {
  /** URL of the account, without `.json`. */
  readonly #account: string;
  readonly #authorization: string;
  readonly #agent: Undici.Agent;
  readonly #places: Gate;
  readonly #timeoutMs: number;
  #listener: ReceiptListener | undefined;
  #closing: Promise<void> | undefined;

  /** @throws TypeError for an invalid base URL */
  constructor(private readonly options: HttpSmsOptions) {
    const { baseUrl, accountSid, authToken, apiKey } = options;
    if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) throw new TypeError('the base URL is no HTTP URL');
    this.#account = `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
    this.#authorization = basic(apiKey ?? { sid: accountSid, secret: authToken });
    const connections = options.connections ?? 20;
    this.#places = new Gate(connections);
    this.#timeoutMs = options.timeoutMs ?? 15_000;
    this.#agent = new (undici().Agent)({
      connections,
      pipelining: 1,
      // Shorter than servers keep connections: a message on a connection that is being closed would be uncertain.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
      maxResponseSize: MAX_ANSWER_BYTES,
      connect: options.dial
        ? connectorOf(options.dial, Math.min(CONNECT_TIMEOUT_MS, this.#timeoutMs / 2))
        : { timeout: CONNECT_TIMEOUT_MS, ca: options.ca },
    });
  }

  /** The listener receives the receipts of `takeCallback`. */
  onReceipt(listener: ReceiptListener): void {
    if (this.#listener) throw new Error('there is a listener for delivery receipts already');
    this.#listener = listener;
  }

  async send(message: SmsMessage): Promise<SmsReceipt> {
    const { status, headers, text } = await this.#postWhenFree(this.#form(message));
    const answer = parseAnswer(text);
    if (status < 200 || status > 299) {
      const wait = retryAfterMs(headers['retry-after']);
      throw rejection({ status, code: answer.code, message: answer.message, retryAfterMs: wait });
    }
    if (answer.errorCode !== undefined)
      throw rejection({ status: 400, code: answer.errorCode, message: answer.message });
    if (answer.sid === undefined) {
      const details = { kind: 'temporary', uncertain: true } as const;
      throw new SmsFailure(`the carrier answered HTTP ${status} without naming the message`, details);
    }
    return { carrierId: answer.sid, segments: answer.segments ?? smsSegments(message.body).segments };
  }

  /** Asks the carrier for the account. @throws SmsFailure if it refuses the credentials or cannot be reached */
  async check(): Promise<void> {
    const { status, text } = await this.#exchange('GET', `${this.#account}.json`);
    const { code, message } = parseAnswer(text);
    if ((status < 200 || status > 299) && !UNCHECKABLE.has(status)) throw rejection({ status, code, message });
  }

  /**
   * For the route of the carrier's reports; `url` is the one from `statusCallback`. Resolves when the listener has stored
   * the receipt and rejects if it rejects: the route then answers 500 and the carrier retries (Twilio only if the URL ends
   * with `#rc=5&rp=all`).
   */
  async takeCallback(callback: {
    url: string;
    params: FormFields;
    signature: string | undefined;
  }): Promise<CallbackOutcome> {
    if (!verifyTwilioSignature({ ...callback, authToken: this.options.authToken })) return 'forged';
    const receipt = parseTwilioCallback(callback.params);
    if (!receipt) return 'ignored';
    if (!this.#listener) throw new Error('there is no listener for delivery receipts');
    await this.#listener(receipt);
    return 'taken';
  }

  /**
   * For the route of texts that come in, as {@link takeCallback}: verifies the signature and passes the text on.
   */
  async takeInbound(
    callback: { url: string; params: FormFields; signature: string | undefined },
    listener: InboundListener,
  ): Promise<CallbackOutcome> {
    if (!verifyTwilioSignature({ ...callback, authToken: this.options.authToken })) return 'forged';
    const text = parseTwilioInbound(callback.params);
    if (!text) return 'ignored';
    await listener(text);
    return 'taken';
  }

  /** Waits for running requests, at most `timeoutMs`. */
  close(): Promise<void> {
    this.#closing ??= this.#agent.close();
    return this.#closing;
  }

  #form({ id, to, from, body }: SmsMessage): string {
    const { messagingServiceSid, from: otherwise, statusCallback } = this.options;
    const form = new URLSearchParams({ To: to, Body: body });
    if (from === undefined && messagingServiceSid !== undefined) form.set('MessagingServiceSid', messagingServiceSid);
    else if ((from ?? otherwise) !== undefined) form.set('From', from ?? otherwise ?? '');
    if (statusCallback) form.set('StatusCallback', statusCallback(id));
    return form.toString();
  }

  /** A request that times out here was certainly not sent; in undici's own queue that would be unknown. */
  async #postWhenFree(body: string): Promise<Exchange> {
    if (!(await this.#places.acquire(this.#timeoutMs))) {
      throw new SmsFailure('the carrier takes messages too slowly', { kind: 'temporary' });
    }
    try {
      if (this.#closing) throw new SmsFailure('the transport is closed', { kind: 'temporary' });
      return await this.#exchange('POST', `${this.#account}/Messages.json`, body);
    } finally {
      this.#places.release();
    }
  }

  async #exchange(method: 'GET' | 'POST', url: string, form?: string): Promise<Exchange> {
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await undici().request(url, {
        method,
        headers: {
          authorization: this.#authorization,
          ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          accept: 'application/json',
        },
        body: form,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return { status: statusCode, headers, text: await answer.text() };
    } catch (error) {
      throw lost(error);
    }
  }
}

function basic({ sid, secret }: { sid: string; secret: string }): string {
  return `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`;
}

/** Errors before the connection is established: nothing was sent. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(?:CONNECT_TIMEOUT|CLOSED|DESTROYED)|CERT_.*|ERR_(?:TLS|SSL)_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;

function lost(error: unknown): SmsFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const what = error instanceof Error ? error.message || code || error.name : String(error);
  const details = {
    kind: 'temporary',
    uncertain: !(error instanceof DialFailed || NOT_SENT.test(code)),
    cause: error,
  } as const;
  return new SmsFailure(`no answer from the carrier: ${what}`, details);
}

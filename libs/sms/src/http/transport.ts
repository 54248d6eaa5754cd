import { Agent, request, type Dispatcher } from 'undici';

import { SmsFailure } from '../failure.js';
import { smsSegments } from '../segments.js';
import type { ReceiptListener, SmsMessage, SmsReceipt, SmsTransport } from '../transport.js';
import { parseAnswer } from './answer.js';
import { parseTwilioCallback, type FormFields } from './callback.js';
import { parseRetryAfter, refusal } from './codes.js';
import { Places } from './places.js';
import { verifyTwilioSignature } from './signature.js';

export interface HttpSmsOptions {
  /** Of the API, such as `https://api.twilio.com`; a path before `/2010-04-01` is kept. */
  baseUrl: string;
  accountSid: string;
  /** Signs callbacks, and is the password of requests unless there is an `apiKey`. */
  authToken: string;
  apiKey?: { sid: string; secret: string };
  /** Sender of messages that name none. */
  from?: string;
  /** A pool of senders that the carrier chooses from, for messages that name none; before `from`. */
  messagingServiceSid?: string;
  /** Where the carrier reports on the message of that id; none by default, and then there are no receipts. */
  statusCallback?: (messageId: string) => string;
  /** For a whole exchange, in milliseconds; 15,000 by default. */
  timeoutMs?: number;
  /** Requests under way at a time; 20 by default. */
  connections?: number;
  /** Certificate authorities to trust in place of Node's, PEM. */
  ca?: string | Buffer;
}

/** What became of a callback. `ignored`: genuine, and nothing that a listener needs. `forged`: to be answered 403. */
export type CallbackOutcome = 'taken' | 'ignored' | 'forged';

const MAX_ANSWER_BYTES = 64 * 1024;
interface Exchange {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  text: string;
}

/** Hands messages to Twilio, or to any carrier that speaks as its API of 2010-04-01 does. */
export class HttpSmsTransport implements SmsTransport {
  readonly #url: string;
  readonly #authorization: string;
  readonly #agent: Agent;
  readonly #places: Places;
  readonly #timeoutMs: number;
  #listener: ReceiptListener | undefined;
  #closing: Promise<void> | undefined;

  /** Throws TypeError for a base URL that is none. */
  constructor(private readonly options: HttpSmsOptions) {
    const { baseUrl, accountSid, authToken, apiKey } = options;
    if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) throw new TypeError('the base URL is no HTTP URL');
    this.#url = `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
    this.#authorization = basic(apiKey ?? { sid: accountSid, secret: authToken });
    const connections = options.connections ?? 20;
    this.#places = new Places(connections);
    this.#timeoutMs = options.timeoutMs ?? 15_000;
    this.#agent = new Agent({
      connections,
      pipelining: 1,
      // Shorter than what servers keep connections for: a message on one that is just being closed would be uncertain.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
      maxResponseSize: MAX_ANSWER_BYTES,
      connect: { timeout: 10_000, ca: options.ca },
    });
  }

  /** The listener gets what `takeCallback` was given. */
  onReceipt(listener: ReceiptListener): void {
    if (this.#listener) throw new Error('there is a listener for delivery receipts already');
    this.#listener = listener;
  }

  async send(message: SmsMessage): Promise<SmsReceipt> {
    const { status, headers, text } = await this.#postInTurn(this.#form(message));
    const answer = parseAnswer(text);
    if (status < 200 || status > 299) {
      const retryAfterMs = parseRetryAfter(headers['retry-after']?.toString(), Date.now());
      throw refusal({ status, code: answer.code, message: answer.message, retryAfterMs });
    }
    if (answer.errorCode !== undefined) throw refusal({ status: 400, code: answer.errorCode, message: answer.message });
    if (answer.sid === undefined) {
      const details = { kind: 'temporary', uncertain: true } as const;
      throw new SmsFailure(`the carrier answered HTTP ${status} without naming the message`, details);
    }
    return { carrierId: answer.sid, segments: answer.segments ?? smsSegments(message.body).segments };
  }

  /**
   * For the route that carriers call with their reports, `url` being the one that `statusCallback` gave. Resolves when
   * the listener has taken the receipt and rejects as it does: the route then answers 500, so that the carrier repeats
   * it (Twilio does so only when the URL asks for that, with `#rc=5&rp=all`).
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

  /** Waits for the answers to what is under way, which `timeoutMs` bounds. */
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

  /** One that waits in vain has certainly not left, which a request that times out in a queue could not tell. */
  async #postInTurn(body: string): Promise<Exchange> {
    if (!(await this.#places.take(this.#timeoutMs))) {
      throw new SmsFailure('the carrier takes messages too slowly', { kind: 'temporary' });
    }
    try {
      if (this.#closing) throw new SmsFailure('the transport is closed', { kind: 'temporary' });
      return await this.#post(body);
    } finally {
      this.#places.giveBack();
    }
  }

  async #post(body: string): Promise<Exchange> {
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(this.#url, {
        method: 'POST',
        headers: {
          authorization: this.#authorization,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body,
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

/** Faults of making a connection, TLS among them: nothing can have left. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(?:CONNECT_TIMEOUT|CLOSED|DESTROYED)|CERT_.*|ERR_(?:TLS|SSL)_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;

function lost(error: unknown): SmsFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const what = error instanceof Error ? error.message || code || error.name : String(error);
  const details = { kind: 'temporary', uncertain: !NOT_SENT.test(code), cause: error } as const;
  return new SmsFailure(`no answer from the carrier: ${what}`, details);
}

import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

import type { Dial } from '#libs/core/outbound';
import type { SmsLogger } from '../transport.js';
import type { ReceiptIds } from './message-id.js';
import { dialDirectly } from './dial.js';
import type { LongMessages } from './submit.js';

/** All in milliseconds. */
export interface SmppTimeouts {
  /** TCP connection, TLS and bind together; 10,000 by default. */
  connect: number;
  /** Answer to a request; 30,000 by default. */
  response: number;
  /** How long a message waits for the link and the window before `send` fails temporarily; 30,000 by default. */
  wait: number;
  /** Silence after which enquire_link is sent; 30,000 by default. */
  enquire: number;
  /** How long `close` waits for running work; 10,000 by default. */
  close: number;
}

/** First and longest pause in milliseconds; pauses double. */
export interface Backoff {
  min: number;
  max: number;
}

export interface SmppOptions {
  /** `smpp://systemId:password@host:port` (2775 unless given), or `smpps://` (TLS from the start, 3550). */
  url: string;
  /** The bind's system_type; empty by default. */
  systemType?: string;
  /** Default sender; by default the carrier chooses. */
  from?: string;
  /** Unanswered submit_sm at a time; 10 by default, which carriers commonly allow. */
  window?: number;
  /** Waiting messages, 10,000 by default; beyond that `send` fails temporarily. */
  maxQueued?: number;
  /** `udh` by default. */
  longMessages?: LongMessages;
  /** `auto` by default. */
  receiptIds?: ReceiptIds;
  timeouts?: Partial<SmppTimeouts>;
  /** Pauses between connection attempts; 1,000 to 60,000 by default. */
  reconnect?: Backoff;
  /** Pauses after the carrier's throttling errors; 500 to 30,000 by default. */
  throttle?: Backoff;
  /** Options of `tls.connect`, such as `ca`. Certificates are verified by default. */
  tls?: ConnectionOptions;
  /** Makes the connections, for a host from a user; `tls` does not count then. */
  dial?: Dial;
  /**
   * If the link cannot be made, messages fail at once with the reason, and until the pause of `reconnect` is over no
   * attempt is made. By default they wait for the link, which is tried again and again.
   */
  failsFast?: boolean;
  /** PDUs that are read in a second; above it the link is not read for the rest of the second. No limit by default. */
  maxPdusPerSecond?: number;
  logger?: SmsLogger;
}

/** The options with all defaults. */
export interface SmppSettings {
  host: string;
  port: number;
  secure: boolean;
  dial: Dial;
  failsFast: boolean;
  maxPdusPerSecond: number;
  systemId: string;
  password: string;
  systemType: string;
  from?: string;
  window: number;
  maxQueued: number;
  longMessages: LongMessages;
  receiptIds: ReceiptIds;
  timeouts: SmppTimeouts;
  reconnect: Backoff;
  throttle: Backoff;
  logger?: SmsLogger;
}

const TIMEOUTS: SmppTimeouts = { connect: 10_000, response: 30_000, wait: 30_000, enquire: 30_000, close: 10_000 };

/** @throws TypeError without the URL, which contains a password */
export function resolveSettings(options: SmppOptions): SmppSettings {
  const url = parseUrl(options.url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = url.protocol === 'smpps:';
  return {
    host,
    port: url.port === '' ? (secure ? 3550 : 2775) : Number(url.port),
    secure,
    dial: options.dial ?? dialDirectly({ ...(isIP(host) ? {} : { servername: host }), ...options.tls }),
    failsFast: options.failsFast ?? false,
    maxPdusPerSecond: options.maxPdusPerSecond ?? Infinity,
    systemId: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    systemType: options.systemType ?? '',
    from: options.from,
    window: positive('window', options.window ?? 10),
    maxQueued: positive('maxQueued', options.maxQueued ?? 10_000),
    longMessages: options.longMessages ?? 'udh',
    receiptIds: options.receiptIds ?? 'auto',
    timeouts: { ...TIMEOUTS, ...options.timeouts },
    reconnect: options.reconnect ?? { min: 1_000, max: 60_000 },
    throttle: options.throttle ?? { min: 500, max: 30_000 },
    logger: options.logger,
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smpps?:$/.test(url.protocol) || url.hostname === '' || url.username === '') {
    throw new TypeError('the SMPP URL is not of the form smpp://systemId:password@host:port or smpps://…');
  }
  return url;
}

function positive(name: string, value: number): number {
  if (!(value >= 1)) throw new TypeError(`${name} must be at least 1`);
  return value;
}

/** Pause number `nth` (from 0) of a doubling sequence, with a random reduction of up to a quarter. */
export function backoffDelay({ min, max }: Backoff, nth: number): number {
  return Math.min(max, min * 2 ** Math.min(nth, 30)) * (1 - Math.random() / 4);
}

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { ConnectionOptions } from 'node:tls';

/** All in milliseconds. */
export interface SmtpTimeouts {
  /** For the TCP connection, and again for TLS. */
  connect: number;
  /** For the server's greeting. */
  greeting: number;
  /** For the answer to any command. */
  command: number;
  /** For the answer to a complete message, and for any progress while a large one is being written. */
  data: number;
  /** How long a connection without work is kept. */
  idle: number;
}

/** The part of a pino logger that the pool uses. No address, subject or credential is ever passed to it. */
export interface SmtpLogger {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface SmtpPoolOptions {
  /** `smtp://` (default port 25; STARTTLS if offered) or `smtps://` (default port 465), with `user:password@` for AUTH. */
  url: string;
  /** 10 by default. */
  maxConnections?: number;
  /** Messages after which a connection is replaced; 1,000 by default. */
  maxMessagesPerConnection?: number;
  /** Messages that may wait for a connection; 10,000 by default. Above it `send` rejects with a temporary failure. */
  maxQueued?: number;
  timeouts?: Partial<SmtpTimeouts>;
  /** The name for EHLO; by default the host name if it is fully qualified. */
  localName?: string;
  tls?: {
    /** Send messages and credentials over encrypted connections only. */
    required?: boolean;
    /** Options of `tls.connect`: `ca`, `rejectUnauthorized`, `minVersion`, … Certificates are verified by default. */
    options?: ConnectionOptions;
  };
  /** Send the password over unencrypted connections; by default only to this machine. */
  allowPlaintextAuth?: boolean;
  /** Send the next message's commands together with a message if the server has PIPELINING (RFC 2920); true by default. */
  pipelineMessages?: boolean;
  logger?: SmtpLogger;
}

/** The options with every default filled in. */
export interface SmtpSettings {
  host: string;
  port: number;
  implicitTls: boolean;
  tlsRequired: boolean;
  tlsOptions: ConnectionOptions;
  auth?: { user: string; password: string };
  allowPlaintextAuth: boolean;
  localName: string;
  maxConnections: number;
  maxMessagesPerConnection: number;
  maxQueued: number;
  timeouts: SmtpTimeouts;
  pipelineMessages: boolean;
  logger?: SmtpLogger;
}

/** Shorter than those of RFC 5321 section 4.5.3.2, because the callers retry. */
const TIMEOUTS: SmtpTimeouts = { connect: 10_000, greeting: 30_000, command: 60_000, data: 300_000, idle: 30_000 };

const LOCAL_NAME =
  /^(?:[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+|\[[0-9A-Fa-f:.]+\]|\[IPv6:[0-9A-Fa-f:.]+\]|localhost)$/;

/** @throws TypeError, without quoting the URL, which may contain a password */
export function resolveSettings(options: SmtpPoolOptions): SmtpSettings {
  const url = parseUrl(options.url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const implicitTls = url.protocol === 'smtps:';
  const localName = options.localName ?? defaultLocalName();
  if (!LOCAL_NAME.test(localName)) throw new TypeError('localName is neither a domain name nor an address literal');
  return {
    host,
    port: url.port === '' ? (implicitTls ? 465 : 25) : Number(url.port),
    implicitTls,
    tlsRequired: options.tls?.required ?? false,
    // Without a server name the certificate is checked against the host, also after STARTTLS.
    tlsOptions: { host, ...(isIP(host) ? {} : { servername: host }), ...options.tls?.options },
    auth: credentials(url),
    allowPlaintextAuth: options.allowPlaintextAuth ?? isLoopback(host),
    localName,
    maxConnections: positive('maxConnections', options.maxConnections ?? 10),
    maxMessagesPerConnection: positive('maxMessagesPerConnection', options.maxMessagesPerConnection ?? 1000),
    maxQueued: positive('maxQueued', options.maxQueued ?? 10_000),
    timeouts: { ...TIMEOUTS, ...options.timeouts },
    pipelineMessages: options.pipelineMessages ?? true,
    logger: options.logger,
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new TypeError('the SMTP URL is not of the form smtp://host:port or smtps://user:password@host');
  }
  return url;
}

function credentials({ username, password }: URL): SmtpSettings['auth'] {
  return username === '' ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** RFC 5321 section 4.1.4: a host without a fully qualified name uses an address literal. */
function defaultLocalName(): string {
  const name = hostname();
  return name.includes('.') && LOCAL_NAME.test(name) ? name : '[127.0.0.1]';
}

function positive(name: string, value: number): number {
  if (!(value >= 1)) throw new TypeError(`${name} must be at least 1`);
  return value;
}

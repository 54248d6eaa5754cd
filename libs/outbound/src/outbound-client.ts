import { LRUCache } from 'lru-cache';
import { AddressGuard } from './address-guard.js';
import { ConnectionPool } from './connection-pool.js';
import type { Connection } from './connection.js';
import { resolveChecked, type Dialing } from './dial.js';
import { NameUnresolved, UrlRefused } from './errors.js';
import { exchange, type Answer, type ExchangeOutcome, type ExchangeRequest } from './exchange.js';
import { Gate } from './gate.js';
import { NameResolver } from './name-resolver.js';
import type { OutboundFailureKind, OutboundResult } from './result.js';
import { parseTarget, type Target } from './target.js';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024;
const TARGETS_KEPT = 1_000;

export interface OutboundOptions {
  /** OUTBOUND_ALLOW: `host:port` and CIDRs that may be called although they are not public. */
  allow?: string;
  /** DNS_SERVER: `host:port` of the name server to ask; the system's by default. */
  dnsServer?: string;
  /** The User-Agent of every request. */
  userAgent?: string;
  /** Certificate authorities to trust in place of Node's, PEM. */
  ca?: string | Buffer;
  /** Requests under way at a time, 256 by default. */
  concurrency?: number;
  /** Requests under way to one origin at a time, 16 by default, so that a slow receiver holds up itself only. */
  concurrencyPerOrigin?: number;
  /** Idle connections kept, 512 by default. */
  idleConnections?: number;
  /** Milliseconds for which an idle connection is kept, 4,000 by default. */
  idleMs?: number;
  /** Milliseconds for which a connection is used at all, 5 minutes by default. */
  connectionMaxAgeMs?: number;
}

export interface OutboundRequest {
  url: string;
  headers?: Record<string, string>;
  body: string | Buffer;
  /** For the whole exchange from name lookup to the answer's last byte; 10,000 by default. */
  timeoutMs?: number;
  /** How much of the answer's body is read, 64 KiB by default; then the connection is cut. */
  maxResponseBytes?: number;
}

/** A URL that may be entered. */
export interface CheckedUrl {
  /** The URL as it will be called: normalised, without a fragment. */
  url: string;
  /** False when the name has no address just now; whether that is acceptable is for the caller to say. */
  resolves: boolean;
}

/**
 * HTTP to addresses that users typed. Each connection goes to an address that was checked when it was made, redirects
 * are never followed, and time, size and concurrency are bounded. One instance per process: it keeps connections.
 *
 * A request may arrive twice, as with any delivery that is repeated until it is answered: when a kept connection turns
 * out to have been closed by the receiver before it answered, the request is sent once more on a new one.
 */
export class OutboundClient {
  readonly #dialing: Dialing;
  readonly #pool: ConnectionPool;
  readonly #all: Gate;
  readonly #origins = new Map<string, Gate>();
  /** The same few URLs are called again and again, and taking one apart costs as much as signing what is sent there. */
  readonly #targets = new LRUCache<string, Target | UrlRefused>({ max: TARGETS_KEPT, memoMethod: tryParse });
  readonly #userAgent: string;
  readonly #concurrencyPerOrigin: number;
  #closed = false;

  constructor(options: OutboundOptions = {}) {
    const { concurrency = 256, concurrencyPerOrigin = 16, idleConnections = 512, idleMs = 4000 } = options;
    this.#dialing = {
      resolver: new NameResolver(options.dnsServer),
      guard: AddressGuard.fromConfig(options.allow),
      ca: options.ca,
    };
    this.#pool = new ConnectionPool(this.#dialing, {
      idleConnections,
      idleMs,
      maxAgeMs: options.connectionMaxAgeMs ?? 300_000,
    });
    this.#all = new Gate(concurrency);
    this.#concurrencyPerOrigin = concurrencyPerOrigin;
    this.#userAgent = options.userAgent ?? 'Service-Webhooks/1.0';
  }

  /**
   * For the moment at which a user enters a URL: throws `UrlRefused` for one that would be refused when called. It is
   * advice only, for names change their addresses; what protects is the check that `post` makes on every connection.
   */
  async checkUrl(url: string): Promise<CheckedUrl> {
    const target = parseTarget(url);
    try {
      await resolveChecked(target, this.#dialing);
      return { url: target.url, resolves: true };
    } catch (error) {
      if (error instanceof NameUnresolved) return { url: target.url, resolves: false };
      throw error;
    }
  }

  /** Sends a POST. What goes wrong is a result, not an exception. */
  async post(request: OutboundRequest): Promise<OutboundResult> {
    const target = this.#targets.memo(request.url);
    if (target instanceof UrlRefused) return failure('refused-address', `The URL ${target.message}`, 0);
    const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    if (!(await this.#enter(target.origin, timeoutMs))) {
      return failure('timeout', 'Too many requests to this host are waiting for their answers', timeoutMs);
    }
    try {
      return await this.#send(target, request, timeoutMs);
    } finally {
      this.#leave(target.origin);
    }
  }

  /** Ends idle connections now and the others after their answers. Later calls of `post` fail. */
  close(): void {
    this.#closed = true;
    this.#pool.discardAll();
  }

  async #send(target: Target, request: OutboundRequest, timeoutMs: number): Promise<OutboundResult> {
    if (this.#closed) return failure('connect', 'The sender is shutting down', 0);
    const startedAt = performance.now();
    const outgoing = this.#outgoing(target, request, timeoutMs);
    let outcome = await this.#tryOn(this.#pool.take(target), outgoing);
    if (outcome.kind === 'stale') {
      const restMs = Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
      outcome = await this.#tryOn(this.#pool.open(target), { ...outgoing, timeoutMs: restMs });
    }
    return toResult(outcome, performance.now() - startedAt);
  }

  async #tryOn(connection: Connection, request: ExchangeRequest): Promise<ExchangeOutcome> {
    const outcome = await exchange(connection, request);
    const reusable = outcome.kind === 'answer' && !outcome.answer.truncated && !this.#closed;
    if (reusable) this.#pool.giveBack(connection);
    else this.#pool.discard(connection);
    return outcome;
  }

  #outgoing(target: Target, request: OutboundRequest, timeoutMs: number): ExchangeRequest {
    return {
      path: target.path,
      headers: { 'user-agent': this.#userAgent, accept: '*/*', ...request.headers },
      body: request.body,
      maxResponseBytes: request.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
      timeoutMs,
    };
  }

  async #enter(origin: string, timeoutMs: number): Promise<boolean> {
    const gate = this.#gateOf(origin);
    if (!gate.tryEnter() && !(await gate.enter(timeoutMs))) return false;
    if (this.#all.tryEnter() || (await this.#all.enter(timeoutMs))) return true;
    this.#leaveOrigin(origin);
    return false;
  }

  #leave(origin: string): void {
    this.#all.leave();
    this.#leaveOrigin(origin);
  }

  #gateOf(origin: string): Gate {
    const known = this.#origins.get(origin);
    if (known) return known;
    const gate = new Gate(this.#concurrencyPerOrigin);
    this.#origins.set(origin, gate);
    return gate;
  }

  #leaveOrigin(origin: string): void {
    const gate = this.#origins.get(origin);
    gate?.leave();
    if (gate?.idle) this.#origins.delete(origin);
  }
}

function tryParse(url: string): Target | UrlRefused {
  try {
    return parseTarget(url);
  } catch (error) {
    if (error instanceof UrlRefused) return error;
    throw error;
  }
}

function toResult(outcome: ExchangeOutcome, durationMs: number): OutboundResult {
  if (outcome.kind === 'answer') return { answered: true, ...summarise(outcome.answer), durationMs };
  if (outcome.kind === 'fault') return failure(outcome.fault.kind, outcome.fault.message, durationMs);
  return failure('protocol', 'The connection was closed before there was an answer', durationMs);
}

function summarise({ status, headers, body, truncated }: Answer) {
  return { status, headers, bodySnippet: readable(body, headers['content-encoding']), truncated };
}

function readable(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0 || (encoding !== undefined && encoding !== 'identity')) return '';
  return body.toString('utf8').replaceAll('\0', '\uFFFD');
}

function failure(kind: OutboundFailureKind, message: string, durationMs: number): OutboundResult {
  return { answered: false, kind, message, durationMs };
}

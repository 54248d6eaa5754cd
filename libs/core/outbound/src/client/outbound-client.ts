import { LRUCache } from 'lru-cache';
import { AddressGuard } from '../addresses/address-guard.js';
import { ConnectionPool } from './connection-pool.js';
import type { Connection } from './connection.js';
import { resolveChecked, type Dialing } from '../addresses/dial.js';
import { NameUnresolved, UrlRejected } from '../errors.js';
import { exchange, type Answer, type ExchangeOutcome, type ExchangeRequest } from './exchange.js';
import { Gate } from './gate.js';
import { NameResolver } from '../addresses/name-resolver.js';
import type { OutboundFailureKind, OutboundResult } from './result.js';
import { parseTarget, type Target } from '../addresses/target.js';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024;
const CACHED_TARGETS = 1_000;

export interface OutboundOptions {
  /** OUTBOUND_ALLOW: `host:port` and CIDRs that are allowed although they are not public. */
  allow?: string;
  /** DNS_SERVER: `host:port` of the name server; the system's by default. */
  dnsServer?: string;
  userAgent?: string;
  /** Certificate authorities to trust in place of Node's, PEM. */
  ca?: string | Buffer;
  /** Concurrent requests, 256 by default. */
  concurrency?: number;
  /** Concurrent requests per origin, 16 by default: a slow receiver delays only its own requests. */
  concurrencyPerOrigin?: number;
  /** Idle connections, 512 by default. */
  idleConnections?: number;
  /** Milliseconds for which an idle connection is kept, 4,000 by default. */
  idleMs?: number;
  /** Lifetime of a connection in milliseconds, 5 minutes by default. */
  connectionMaxAgeMs?: number;
}

export interface OutboundRequest {
  url: string;
  headers?: Record<string, string>;
  body: string | Buffer;
  /** Milliseconds from the name lookup to the answer's last byte; 10,000 by default. */
  timeoutMs?: number;
  /** Bytes of the answer's body that are read, 64 KiB by default; then the connection is closed. */
  maxResponseBytes?: number;
}

export interface CheckedUrl {
  /** The normalised URL without a fragment. */
  url: string;
  /** Whether the name has an address now. */
  resolves: boolean;
}

/**
 * HTTP to URLs from users (SSRF guard): checks the address of each connection, never follows redirects, and bounds time,
 * size and concurrency. Use one instance per process: it keeps connections.
 *
 * A request may arrive twice: if the receiver closed a reused connection before it answered, the request is repeated
 * once on a new connection.
 */
export class OutboundClient {
  readonly #dialing: Dialing;
  readonly #pool: ConnectionPool;
  readonly #all: Gate;
  readonly #origins = new Map<string, Gate>();
  /** Parsed URLs: parsing costs as much as signing a webhook. */
  readonly #targets = new LRUCache<string, Target | UrlRejected>({ max: CACHED_TARGETS, memoMethod: tryParse });
  readonly #userAgent: string;
  readonly #concurrencyPerOrigin: number;
  #closed = false;

  constructor(options: OutboundOptions = {}) {
    const { concurrency = 256, concurrencyPerOrigin = 16, idleConnections = 512, idleMs = 4000 } = options;
    this.#dialing = {
      resolver: new NameResolver(options.dnsServer),
      guard: AddressGuard.fromConfig(options.allow),
      ca: options.ca,
      protocols: ['http/1.1'],
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
   * Checks a URL when a user enters it. Advice only, because names change their addresses: `post` checks each connection.
   * @throws UrlRejected
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

  /** Sends a POST. Failures are results, not exceptions. */
  async post(request: OutboundRequest): Promise<OutboundResult> {
    const target = this.#targets.memo(request.url);
    if (target instanceof UrlRejected) return failure('refused-address', `The URL ${target.message}`, 0);
    const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    if (!this.#tryAcquire(target.origin) && !(await this.#acquire(target.origin, timeoutMs))) {
      return failure('timeout', 'Too many requests to this host are waiting for their answers', timeoutMs);
    }
    try {
      return await this.#send(target, request, timeoutMs);
    } finally {
      this.#release(target.origin);
    }
  }

  /** Closes idle connections now and the others after their answers. Later calls of `post` fail. */
  close(): void {
    this.#closed = true;
    this.#pool.discardAll();
  }

  async #send(target: Target, request: OutboundRequest, timeoutMs: number): Promise<OutboundResult> {
    if (this.#closed) return failure('connect', 'The sender is shutting down', 0);
    const startedAt = performance.now();
    const outgoing = this.#outgoing(target, request, timeoutMs);
    let connection = this.#pool.acquire(target);
    let outcome = await exchange(connection, outgoing);
    this.#releaseConnection(connection, outcome);
    if (outcome.kind === 'stale') {
      const restMs = Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedAt)));
      connection = this.#pool.open(target);
      outcome = await exchange(connection, { ...outgoing, timeoutMs: restMs });
      this.#releaseConnection(connection, outcome);
    }
    return toResult(outcome, performance.now() - startedAt);
  }

  /** Keeps the connection for further requests if its answer was read to the end. */
  #releaseConnection(connection: Connection, outcome: ExchangeOutcome): void {
    const reusable = outcome.kind === 'answer' && !outcome.answer.truncated && !this.#closed;
    if (reusable) this.#pool.release(connection);
    else this.#pool.discard(connection);
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

  /** Acquires a place at the origin and one of all, if both are free. */
  #tryAcquire(origin: string): boolean {
    if (!this.#gateOf(origin).tryAcquire()) return false;
    if (this.#all.tryAcquire()) return true;
    this.#releaseOrigin(origin);
    return false;
  }

  async #acquire(origin: string, timeoutMs: number): Promise<boolean> {
    const gate = this.#gateOf(origin);
    if (!gate.tryAcquire() && !(await gate.acquire(timeoutMs))) return false;
    if (this.#all.tryAcquire() || (await this.#all.acquire(timeoutMs))) return true;
    this.#releaseOrigin(origin);
    return false;
  }

  #release(origin: string): void {
    this.#all.release();
    this.#releaseOrigin(origin);
  }

  #gateOf(origin: string): Gate {
    const known = this.#origins.get(origin);
    if (known) return known;
    const gate = new Gate(this.#concurrencyPerOrigin);
    this.#origins.set(origin, gate);
    return gate;
  }

  #releaseOrigin(origin: string): void {
    const gate = this.#origins.get(origin);
    gate?.release();
    if (gate?.idle) this.#origins.delete(origin);
  }
}

function tryParse(url: string): Target | UrlRejected {
  try {
    return parseTarget(url);
  } catch (error) {
    if (error instanceof UrlRejected) return error;
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

import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Server, ServerResponse } from 'node:http';
import type { Pace } from '#libs/core/networks';
import { OpenStreams } from '../events/open-streams.js';
import { type Envelope } from '../problem/envelope.js';
import type { RunRoute } from '../request/route-runner.js';
import { stringifyExactly } from '../body/every-digit.js';
import { sendJsonText, withRequestId } from '../request/respond.js';
import { stateOf } from '../request/request-state.js';
import { normalizeTargets } from '../request/request-target.js';
import { answerUnmatched } from './unmatched.js';
import { cutOffSlowBodies } from './slow-bodies.js';
import { drainServer } from './shutdown.js';

/** Faster replacements with the same behaviour, which `libs/core/http-fast` provides. */
export interface FastHttp {
  createServer(express: Express): Server;
  /** Ends a response whose headers are written. */
  end(response: ServerResponse, text: string): void;
  /** Takes what runs a route past Express's router. */
  runBy?(run: RunRoute): void;
}

export interface AdapterOptions {
  envelope: Envelope;
  /** How long running requests may take when the app closes (milliseconds). */
  shutdownMs: number;
  fast?: FastHttp;
  /** How fast large bodies must come; 4 KiB a second after 15 seconds by default. */
  pace?: Pace;
}

/**
 * Express under Nest. Sends answers as text with a known length, without Express's handling of type, ETag and freshness.
 */
export class ServiceAdapter extends ExpressAdapter {
  readonly #options: AdapterOptions;
  readonly #addsRequestId: boolean;

  constructor(express: Express, options: AdapterOptions) {
    super(express);
    this.#options = options;
    this.#addsRequestId = options.envelope.addsRequestId ?? false;
  }

  override initHttpServer(options: NestApplicationOptions): void {
    const { fast } = this.#options;
    if (fast && !options.httpsOptions) this.httpServer = fast.createServer(this.getInstance<Express>());
    else super.initHttpServer(options);
    setTimeouts(this.httpServer as Server);
    cutOffSlowBodies(this.httpServer as Server, this.#options.pace);
    normalizeTargets(this.httpServer as Server);
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!isPlainJson(body) || response.hasHeader('Content-Type')) return super.reply(response, body, statusCode);
    if (statusCode) response.statusCode = statusCode;
    const text = stringifyExactly(body);
    const request = response.req;
    const { requestId, envelope } = stateOf(request);
    const addsRequestId = envelope ? envelope.addsRequestId : this.#addsRequestId;
    sendJsonText(response, addsRequestId ? withRequestId(text, body, requestId) : text);
    return response;
  }

  /** Replaces Nest's handler, which answers every unmatched request 404 with its own text. */
  override setNotFoundHandler(): void {
    const handler: RequestHandler = (request: Request, response: Response, next) =>
      answerUnmatched(this.getInstance<Express>(), request, response, next);
    this.use(handler);
  }

  /** Nest calls it before it destroys any module, so running requests still have their connections. Streams of events end. */
  override async beforeClose(): Promise<void> {
    super.beforeClose();
    OpenStreams.of(this.getInstance<Express>()).close();
    await drainServer(this.httpServer as Server, this.#options.shutdownMs);
  }
}

/** Whether the body is an object or array to send as JSON; Express sends streams, buffers and errors. */
function isPlainJson(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null || isRecordClass(body);
}

/** Whether the body is an instance of a DTO class: it has none of the methods for which Express has a special way. */
function isRecordClass(body: object): boolean {
  return !(
    body instanceof Error ||
    ArrayBuffer.isView(body) ||
    'pipe' in body ||
    'getStream' in body ||
    'getReader' in body ||
    Symbol.asyncIterator in body
  );
}

/** Longer than a load balancer keeps its idle connections (60 s), so that it is the one to close them. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 20_000;
const REQUEST_MS = 120_000;

function setTimeouts(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
}

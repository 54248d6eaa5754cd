import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Server, ServerResponse } from 'node:http';
import { type Envelope } from '../problem/envelope.js';
import { sendJsonText, withRequestId } from '../request/respond.js';
import { stateOf } from '../request/request-state.js';
import { answerUnmatched } from './unmatched.js';
import { drainServer } from './shutdown.js';

/** Faster ways to do the same, which `libs/http-fast` provides. */
export interface FastHttp {
  createServer(express: Express): Server;
  /** Ends a response whose headers are out. */
  end(response: ServerResponse, text: string): void;
}

export interface AdapterOptions {
  envelope: Envelope;
  /** How long requests under way may take when the app closes, in milliseconds. */
  shutdownMs: number;
  fast?: FastHttp;
}

/**
 * Express under Nest. Answers go out as text with a known length instead of through Express's type, ETag and freshness
 * handling.
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
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!isPlainJson(body) || response.hasHeader('Content-Type')) return super.reply(response, body, statusCode);
    if (statusCode) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    const request = response.req;
    sendJsonText(response, this.#addsRequestId ? withRequestId(text, body, stateOf(request).requestId) : text);
    return response;
  }

  /** Nest would answer every unmatched request 404 with its own text. */
  override setNotFoundHandler(): void {
    const handler: RequestHandler = (request: Request, response: Response, next) =>
      answerUnmatched(this.getInstance<Express>(), request, response, next);
    this.use(handler);
  }

  /** Called before any module is torn down, so requests under way still find their connections. */
  override async beforeClose(): Promise<void> {
    super.beforeClose();
    await drainServer(this.httpServer as Server, this.#options.shutdownMs);
  }
}

/** Objects and arrays that go out as they are; streams, buffers and errors take Express's way. */
function isPlainJson(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null || isRecordClass(body);
}

/** An instance of a class of ours (a DTO): it has no behaviour that Express would look for. */
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

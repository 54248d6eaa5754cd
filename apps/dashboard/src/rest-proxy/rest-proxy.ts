import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { Pool, type Dispatcher } from 'undici';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { DashboardConfig } from '../config.js';
import type { ProxiedApp, ProxiedRoute } from './proxied-routes.js';

/** Headers of the browser that an app sees, beside those of its credential. */
const REQUEST_HEADERS = [
  'accept',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
];

/** Headers of an app that the browser sees. Cookies are not among them. */
const RESPONSE_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'x-accel-buffering',
];

/** Longest wait for the first byte, and between two bytes of a file: exports are read from the database as they go. */
const SILENCE_MS = 60_000;
const CONNECT_MS = 2_000;

export interface Passed {
  route: ProxiedRoute;
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** Passes requests on to the apps as they stream, and what the apps answer back. */
@Injectable()
export class RestProxy implements OnApplicationShutdown {
  readonly #pools = new Map<string, Pool>();

  constructor(private readonly config: DashboardConfig) {}

  /** Answers a request with what the app says. @throws Problem ServiceUnavailable before anything is sent */
  async pass(request: Request, response: Response, { route, path, headers }: Passed): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await this.#ask(request, { route, path, headers }, gone.signal);
    response.status(answer.statusCode);
    for (const name of RESPONSE_HEADERS) {
      const value = answer.headers[name];
      if (value !== undefined) response.setHeader(name, value);
    }
    // A file of a stranger must not act as a page of the dashboard.
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
    response.flushHeaders();
    try {
      await pipeline(answer.body, response);
    } catch (error) {
      if (!gone.signal.aborted) logger.warn('a file of an app ended too early', { name: route.app, error });
      response.destroy();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }

  async #ask(
    request: Request,
    { route, path, headers }: Passed,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const silence = route.isStream ? 0 : SILENCE_MS;
    try {
      return await this.#poolOf(route.app).request({
        method: request.method as Dispatcher.HttpMethod,
        path,
        headers: { ...passedHeaders(request), ...headers },
        body: hasBody ? request : null,
        headersTimeout: SILENCE_MS,
        bodyTimeout: silence,
        signal,
      });
    } catch (error) {
      logger.warn('an app did not answer the dashboard', { name: route.app, error });
      const message = `${route.app} does not answer right now. Try again later.`;
      throw new Problem('ServiceUnavailable', { message });
    }
  }

  #poolOf(app: ProxiedApp): Pool {
    const known = this.#pools.get(app);
    if (known) return known;
    // As many connections as browsers need: a stream keeps its own for as long as somebody listens.
    const pool = new Pool(this.config.urlOf(app), { connections: null, connect: { timeout: CONNECT_MS } });
    this.#pools.set(app, pool);
    return pool;
  }
}

function passedHeaders(request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of REQUEST_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

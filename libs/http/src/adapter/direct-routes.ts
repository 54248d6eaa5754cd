import type { IncomingMessage, ServerResponse } from 'node:http';
import { metrics as processMetrics, type Metrics } from '#libs/observability';
import { PROTECTIVE_HEADERS } from '../request/protective-headers.js';
import { newRequestId } from '../request/request-id.js';

/** Answers a request whole, at once. Returns false, having done nothing, to leave it to the controller of the route. */
export type DirectHandler = (token: string, request: IncomingMessage, response: ServerResponse) => boolean;

interface DirectRoute {
  prefix: string;
  /** As metrics name it. */
  pattern: string;
  handle: DirectHandler;
}

/**
 * Routes that are answered ahead of Express, for GET and HEAD without a body, a credential or a context: those that must
 * be as quick as Node itself. Each has a controller as well, which describes it, answers what the handler leaves, and
 * stands in where direct routes are off. Such a request is counted like any other, but not logged.
 */
export class DirectRoutes {
  readonly #routes: DirectRoute[] = [];

  constructor(private readonly metrics: Metrics = processMetrics) {}

  /** @param prefix path up to the one segment that varies, with the slash before it: `/t/c/` */
  add(prefix: string, pattern: string, handle: DirectHandler): void {
    this.#routes.push({ prefix, pattern, handle });
  }

  /** Whether the request was answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    for (let index = 0; index < this.#routes.length; index += 1) {
      const route = this.#routes[index]!;
      if (url.startsWith(route.prefix)) return this.#hand(route, url, request, response);
    }
    return false;
  }

  #hand({ prefix, pattern, handle }: DirectRoute, url: string, request: IncomingMessage, response: ServerResponse) {
    const query = url.indexOf('?');
    const token = url.slice(prefix.length, query < 0 ? undefined : query);
    const startedAt = performance.now();
    response.setHeader('X-Request-Id', newRequestId());
    for (let index = 0; index < PROTECTIVE_HEADERS.length; index += 1) {
      const header = PROTECTIVE_HEADERS[index]!;
      response.setHeader(header[0], header[1]);
    }
    if (!handle(token, request, response)) return false;
    const seconds = (performance.now() - startedAt) / 1000;
    this.metrics.requests.observe(pattern, request.method ?? '', response.statusCode, seconds);
    return true;
  }
}

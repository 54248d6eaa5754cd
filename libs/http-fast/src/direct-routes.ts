import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DirectAnswer, newRequestId, PROTECTIVE_HEADERS } from '#libs/http';
import { metrics as processMetrics, type Metrics } from '#libs/observability';
import { EndOfTick } from './end-of-tick.js';

/** Answers a request at once; null leaves it to the controller of the route. */
export type DirectHandler = (token: string, request: IncomingMessage) => DirectAnswer | null;

interface DirectRoute {
  prefix: string;
  /** As metrics name it. */
  pattern: string;
  handle: DirectHandler;
}

interface ReadyAnswer extends DirectAnswer {
  response: ServerResponse;
  method: string;
  pattern: string;
  startedAt: number;
}

const PROTECTION = PROTECTIVE_HEADERS.flat();

/**
 * Routes that are answered ahead of Express, for GET and HEAD without a body, a credential or a context: those that must
 * be as quick as Node itself. Each has a controller as well, which describes it, answers what the handler leaves, and
 * stands in where direct routes are off. Such a request is counted like any other, but not logged.
 */
export class DirectRoutes {
  readonly #routes: DirectRoute[] = [];
  readonly #answers = new EndOfTick<ReadyAnswer>((answer) => this.#send(answer));

  constructor(private readonly metrics: Metrics = processMetrics) {}

  /** @param prefix path up to the one segment that varies, with the slash before it: `/t/c/` */
  add(prefix: string, pattern: string, handle: DirectHandler): void {
    this.#routes.push({ prefix, pattern, handle });
  }

  /** Whether the request is answered. */
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
    const startedAt = performance.now();
    const query = url.indexOf('?');
    const answer = handle(url.slice(prefix.length, query < 0 ? undefined : query), request);
    if (!answer) return false;
    const { status, headers, body } = answer;
    const { method = '' } = request;
    this.#answers.add({ response, method, pattern, startedAt, status, headers, body });
    return true;
  }

  #send({ response, method, pattern, startedAt, status, headers, body }: ReadyAnswer): void {
    // All headers in one flat list: kept one by one in the response, they would cost as much as the rest of the answer.
    response.writeHead(status, headersOf(headers, body));
    response.end(body);
    this.metrics.requests.observe(pattern, method, status, (performance.now() - startedAt) / 1000);
  }
}

function headersOf(headers: readonly string[], body: Buffer | undefined): string[] {
  return ['X-Request-Id', newRequestId(), ...PROTECTION, ...headers, 'Content-Length', String(body?.length ?? 0)];
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DirectAnswer, hasLength, newRequestId, PROTECTIVE_HEADERS } from '#libs/http';
import { metrics as processMetrics, type Metrics } from '#libs/observability';
import { EndOfTick } from './end-of-tick.js';

/** Answers a request at once; with null the controller of the route answers. */
export type DirectHandler = (token: string, request: IncomingMessage) => DirectAnswer | null;

interface DirectRoute {
  prefix: string;
  /** The route's name in metrics. */
  pattern: string;
  handle: DirectHandler;
}

interface ReadyAnswer {
  answer: DirectAnswer;
  response: ServerResponse;
  method: string;
  pattern: string;
  startedAt: number;
}

const PROTECTION = PROTECTIVE_HEADERS.flat();

/**
 * Routes that are answered before Express, as fast as Node itself: GET and HEAD without a body, a credential or a context.
 * Each also has a controller, which documents it, answers when the handler returns null, and is used while direct routes
 * are off. The requests are counted in metrics, but not logged.
 */
export class DirectRoutes {
  readonly #routes: DirectRoute[] = [];
  readonly #answers = new EndOfTick<ReadyAnswer>((answer) => this.#send(answer));

  constructor(private readonly metrics: Metrics = processMetrics) {}

  /** @param prefix path before its one variable segment, with the slash: `/t/c/` */
  add(prefix: string, pattern: string, handle: DirectHandler): void {
    this.#routes.push({ prefix, pattern, handle });
  }

  /** Answers the request if it has a direct route; returns whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    for (let index = 0; index < this.#routes.length; index += 1) {
      const route = this.#routes[index]!;
      if (url.startsWith(route.prefix)) return this.#answerBy(route, url, request, response);
    }
    return false;
  }

  #answerBy({ prefix, pattern, handle }: DirectRoute, url: string, request: IncomingMessage, response: ServerResponse) {
    const startedAt = performance.now();
    const query = url.indexOf('?');
    const answer = handle(url.slice(prefix.length, query < 0 ? undefined : query), request);
    if (!answer) return false;
    const { method = '' } = request;
    this.#answers.add({ answer, response, method, pattern, startedAt });
    return true;
  }

  #send({ answer, response, method, pattern, startedAt }: ReadyAnswer): void {
    const { status, body } = answer;
    // One flat list of headers: setting them one by one would cost as much as the rest of the answer.
    response.writeHead(status, headersOf(answer));
    response.end(body);
    this.metrics.requests.observe(pattern, method, status, (performance.now() - startedAt) / 1000);
  }
}

function headersOf(answer: DirectAnswer): string[] {
  const { headers, body, isProtected } = answer;
  const all = ['X-Request-Id', newRequestId(), ...(isProtected ? [] : PROTECTION), ...headers];
  if (hasLength(answer)) all.push('Content-Length', String(body?.length ?? 0));
  return all;
}

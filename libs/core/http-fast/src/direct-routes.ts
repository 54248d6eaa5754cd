import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import {
  type DirectAnswer,
  hasLength,
  newRequestId,
  PROTECTIVE_HEADERS,
  type RunnableRoute,
  type RunRoute,
} from '#libs/core/http';
import { metrics as processMetrics, type Metrics } from '#libs/core/observability';
import { EndOfTick } from './end-of-tick.js';

/** Answers a request at once; with null the controller of the route answers. */
export type DirectHandler = (token: string, request: IncomingMessage) => DirectAnswer | null;

/**
 * Returns the handler that runs in place of the controller for this segment of the path; with null the controller runs.
 */
export type DirectPost = (segment: string) => RunnableRoute['handle'] | null;

interface DirectPostRoute extends Omit<RunnableRoute, 'handle'> {
  prefix: string;
  handlerOf: DirectPost;
}

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
 * Routes that are answered before Express. Each also has a controller, which documents it, answers when the handler returns
 * null, and is used while direct routes are off.
 *
 * GET and HEAD, without a body, a credential or a context, are as fast as Node itself; they are counted in metrics, but not
 * logged. POST has the entry, the answers and the errors of every other route, and only leaves out the way to the method.
 */
export class DirectRoutes {
  readonly #routes: DirectRoute[] = [];
  readonly #posts: DirectPostRoute[] = [];
  #run: RunRoute | undefined;
  readonly #answers = new EndOfTick<ReadyAnswer>((answer) => this.#send(answer));

  constructor(private readonly metrics: Metrics = processMetrics) {}

  /** @param prefix path before its one variable segment, with the slash: `/t/c/` */
  add(prefix: string, pattern: string, handle: DirectHandler): void {
    this.#routes.push({ prefix, pattern, handle });
  }

  /**
   * @param prefix path before its last segment, with the slash; paths with a query are the controller's
   * @param status of the answer, unless the handler or a Problem sets another
   */
  addPost(prefix: string, pattern: string, status: number, handlerOf: DirectPost): void {
    this.#posts.push({ prefix, pattern, status, handlerOf });
  }

  /** Sets what runs the routes of POST; until then controllers answer. */
  runBy(run: RunRoute): void {
    this.#run = run;
  }

  /** Answers the request if it has a direct route; returns whether it did. */
  answer(request: Request, response: Response): boolean {
    const { url, method } = request;
    if (method === 'POST') return this.#runPost(url, request, response);
    if (method !== 'GET' && method !== 'HEAD') return false;
    for (let index = 0; index < this.#routes.length; index += 1) {
      const route = this.#routes[index]!;
      if (url.startsWith(route.prefix)) return this.#answerBy(route, url, request, response);
    }
    return false;
  }

  #runPost(url: string, request: Request, response: Response): boolean {
    if (!this.#run || url.includes('?')) return false;
    const route = this.#posts.find(({ prefix }) => url.startsWith(prefix));
    const handle = route?.handlerOf(url.slice(route.prefix.length));
    if (!route || !handle) return false;
    this.#run({ pattern: route.pattern, status: route.status, handle }, request, response);
    return true;
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

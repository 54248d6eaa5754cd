import { type Logger, type Metrics, openSpan, type SpanOptions } from '#libs/core/observability';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { announcesBody, nonJsonBody, isJson, readBody } from '../body/read-body.js';
import { type MetaRoutes } from '../meta/meta-routes.js';
import { Problem } from '../problem/problem.js';
import { type AppProfile } from '../profile.js';
import { PROTECTIVE_HEADERS } from './protective-headers.js';
import { RequestContext, withContext } from './request-context.js';
import { openState, stateOf } from './request-state.js';
import { isKnownTarget } from './request-target.js';

export interface EntryOptions extends Pick<AppProfile, 'envelopeOf'> {
  bodyLimit: number;
  metaRoutes: MetaRoutes;
  logger: Logger;
  metrics: Metrics;
  /** Looks at each request before its handlers do. */
  inspect?: (request: Request) => void;
}

/**
 * The first handler of every request. Sets its id and headers, records it when it ends, answers the meta routes, reads the
 * body, and opens the context in which all other handlers run.
 */
export function entryPoint({
  bodyLimit,
  envelopeOf,
  metaRoutes,
  logger,
  metrics,
  inspect,
}: EntryOptions): RequestHandler {
  return function enter(request: Request, response: Response, next: NextFunction): void {
    const state = openState(request);
    const { requestId } = state;
    setHeaders(response, requestId);
    response.on('close', record);
    inspect?.(request);
    state.envelope = envelopeOf?.(request);
    const path = pathOf(request.url);
    const inContext = (work: () => void) =>
      withContext(new RequestContext(requestId, request.method, path, request), work);
    if (!isKnownTarget(path)) inContext(() => next(unknownTarget()));
    else if (hasNul(path)) inContext(() => next(new Problem('NotFound')));
    // Meta routes need no context. From the first one on every promise of the process costs more (Node 20 tracks each by
    // hooks), and a worker answers no other routes.
    else if (!state.envelope && metaRoutes.has(path)) metaRoutes.answer(path, request, response, next);
    else {
      const span = (state.span = openSpan(request.method, () => spanOf(request, requestId)));
      receiveBody(request, bodyLimit, () => inContext(span ? () => span.run(next) : next));
    }
  };

  function record(this: Response): void {
    const request = this.req;
    const { startedAt, span } = stateOf(request);
    const seconds = (performance.now() - startedAt) / 1000;
    const route = routeOf(request);
    span?.end({
      name: `${request.method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': this.statusCode },
      failed: this.statusCode >= 500,
    });
    metrics.requests.observe(route, request.method, this.statusCode, seconds);
    if (logger.isEnabled('info')) logRequest(logger, request, this, route, seconds);
  }
}

/** A client may send the trace that its request belongs to. */
function spanOf({ method, headers }: Request, requestId: string): SpanOptions {
  const { traceparent } = headers;
  const attributes = { 'http.request.method': method, 'request.id': requestId };
  return { kind: 'server', attributes, parent: typeof traceparent === 'string' ? traceparent : undefined };
}

function setHeaders(response: Response, requestId: string): void {
  response.setHeader('X-Request-Id', requestId);
  for (let index = 0; index < PROTECTIVE_HEADERS.length; index += 1) {
    const header = PROTECTIVE_HEADERS[index]!;
    response.setHeader(header[0], header[1]);
  }
}

/** The URL without its query. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

const unknownTarget = (): Problem => new Problem('ValidationError', { message: 'The request target is not valid.' });

/** No route has a NUL in its path, and Postgres cannot store one. */
const hasNul = (path: string): boolean => path.includes('%00');

/** Reads the body before the context is opened: the events of a socket belong to a connection, not to one request. */
function receiveBody(request: Request, limit: number, done: () => void): void {
  if (!announcesBody(request)) return done();
  const contentType = request.headers['content-type'];
  if (isJson(contentType)) {
    readBody(request, limit, (body) => {
      stateOf(request).body = body;
      done();
    });
  } else {
    stateOf(request).body = nonJsonBody(contentType);
    done();
  }
}

/** The pattern of the route that answered, for metrics and logs; `(none)` if no route did. */
function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  const pattern = route?.path;
  return typeof pattern === 'string' ? request.baseUrl + pattern : request.baseUrl || '(none)';
}

function logRequest(logger: Logger, request: Request, response: Response, route: string, seconds: number): void {
  logger.info(response.writableFinished ? 'request' : 'request aborted', {
    requestId: stateOf(request).requestId,
    ...stateOf(request).span?.ids,
    method: request.method,
    route,
    status: response.statusCode,
    ms: Math.round(seconds * 1e5) / 100,
  });
}

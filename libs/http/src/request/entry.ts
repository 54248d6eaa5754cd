import { type Metrics, type Logger } from '#libs/observability';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { announcesBody, foreignBody, isJson, readBody } from '../body/read-body.js';
import { type MetaRoutes } from '../meta/meta-routes.js';
import { Problem } from '../problem/problem.js';
import { PROTECTIVE_HEADERS } from './protective-headers.js';
import { RequestContext, withContext } from './request-context.js';
import { openState, stateOf } from './request-state.js';

export interface EntryOptions {
  bodyLimit: number;
  metaRoutes: MetaRoutes;
  logger: Logger;
  metrics: Metrics;
}

/**
 * What every request goes through first: its id and headers, the account of it when it is over, the routes that every
 * app has, its body, and the context in which everything else runs.
 */
export function entryPoint({ bodyLimit, metaRoutes, logger, metrics }: EntryOptions): RequestHandler {
  return function enter(request: Request, response: Response, next: NextFunction): void {
    const { requestId } = openState(request);
    setHeaders(response, requestId);
    response.on('close', account);
    const path = pathOf(request.url);
    const inContext = (work: () => void) =>
      withContext(new RequestContext(requestId, request.method, path, request), work);
    if (hasNul(path)) inContext(() => next(new Problem('NotFound')));
    // Without a context, which nothing there asks for: the first that is opened makes every promise of the process dearer
    // (Node 20 follows each by hooks), and a worker answers no other routes.
    else if (metaRoutes.has(path)) metaRoutes.answer(path, request, response, next);
    else takeBody(request, bodyLimit, () => inContext(next));
  };

  function account(this: Response): void {
    const request = this.req;
    const seconds = (performance.now() - stateOf(request).startedAt) / 1000;
    const route = routeOf(request);
    metrics.requests.observe(route, request.method, this.statusCode, seconds);
    if (logger.isEnabled('info')) logRequest(logger, request, this, route, seconds);
  }
}

function setHeaders(response: Response, requestId: string): void {
  response.setHeader('X-Request-Id', requestId);
  for (let index = 0; index < PROTECTIVE_HEADERS.length; index += 1) {
    const header = PROTECTIVE_HEADERS[index]!;
    response.setHeader(header[0], header[1]);
  }
}

/** Without the query. An absolute-form target (RFC 9112, 3.2.2) keeps its whole text and so matches no route of ours. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** No path of ours has a NUL in it, and no store of ours takes one. */
const hasNul = (path: string): boolean => path.includes('%00');

/** The context is opened after the body is in: what reads it runs for the connection, not for one request. */
function takeBody(request: Request, limit: number, done: () => void): void {
  if (!announcesBody(request)) return done();
  const contentType = request.headers['content-type'];
  if (isJson(contentType)) {
    readBody(request, limit, (body) => {
      stateOf(request).body = body;
      done();
    });
  } else {
    stateOf(request).body = foreignBody(contentType);
    done();
  }
}

/** The pattern of the route that answered. Meta routes and refusals have none of their own. */
function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  const pattern = route?.path;
  return typeof pattern === 'string' ? request.baseUrl + pattern : request.baseUrl || '(none)';
}

function logRequest(logger: Logger, request: Request, response: Response, route: string, seconds: number): void {
  logger.info(response.writableFinished ? 'request' : 'request aborted', {
    requestId: stateOf(request).requestId,
    method: request.method,
    route,
    status: response.statusCode,
    ms: Math.round(seconds * 1e5) / 100,
  });
}

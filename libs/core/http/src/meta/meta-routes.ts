import { type BuildInfo } from '#libs/core/config';
import { type Metrics } from '#libs/core/observability';
import type { NextFunction, Request, Response } from 'express';
import { allowedMethods } from '../adapter/unmatched.js';
import { Problem } from '../problem/problem.js';
import { sendJsonText } from '../request/respond.js';
import { stateOf } from '../request/request-state.js';
import { type ReadinessRegistry } from './readiness.js';

type Handler = (request: Request, response: Response) => void | Promise<void>;

export interface MetaOptions {
  service: string;
  build: BuildInfo;
  metrics: Metrics;
  /** A function, because the registry exists only after the modules are created. */
  readiness: () => ReadinessRegistry;
  /** Whether `GET /` is answered here; false for an app with its own home page. */
  root: boolean;
  /** Whether the metrics have a port of their own, and are none of these routes. */
  metricsElsewhere?: boolean;
}

/** The routes that every process answers without a credential, found by path before all other routes. */
export class MetaRoutes {
  readonly #handlers = new Map<string, Handler>();
  readonly #options: MetaOptions;

  constructor(options: MetaOptions) {
    this.#options = options;
    if (options.root) this.#handlers.set('/', (request, response) => this.#root(request, response));
    this.#handlers.set('/healthz', (_request, response) => sendJsonText(response, '{"status":"ok"}'));
    this.#handlers.set('/readyz', (_request, response) => this.#ready(response));
    this.#handlers.set('/version', (_request, response) => this.#version(response));
    if (!options.metricsElsewhere) this.#handlers.set('/metrics', (_request, response) => this.#metrics(response));
  }

  /** Adds a route of this kind, such as the OpenAPI document. */
  add(path: string, handler: Handler): void {
    this.#handlers.set(path, handler);
  }

  has(path: string): boolean {
    return this.#handlers.has(path);
  }

  /** Answers a request for one of these paths. */
  answer(path: string, request: Request, response: Response, next: NextFunction): void {
    const handler = this.#handlers.get(path);
    if (!handler) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') return rejectMethod(request, response, next);
    request.route = { path };
    run(handler, request, response).catch(next);
  }

  #root(request: Request, response: Response): void {
    const { service, build } = this.#options;
    const { requestId } = stateOf(request);
    sendJsonText(response, JSON.stringify({ service, version: build.version, RequestId: requestId }));
  }

  #version(response: Response): void {
    const { service, build } = this.#options;
    sendJsonText(response, JSON.stringify({ service, version: build.version, commit: build.commit }));
  }

  async #ready(response: Response): Promise<void> {
    const readiness = this.#options.readiness();
    const [problem, without] = await Promise.all([readiness.problem(), readiness.loss()]);
    if (problem) throw new Problem('NotReady', { message: problem });
    sendJsonText(response, JSON.stringify({ status: 'ready', without }));
  }

  async #metrics(response: Response): Promise<void> {
    const { metrics } = this.#options;
    const text = await metrics.text();
    response.setHeader('Content-Type', metrics.contentType);
    response.end(text);
  }
}

async function run(handler: Handler, request: Request, response: Response): Promise<void> {
  await handler(request, response);
}

function rejectMethod(request: Request, response: Response, next: NextFunction): void {
  const allow = allowedMethods(['GET']).join(', ');
  if (request.method !== 'OPTIONS') return next(new Problem('MethodNotAllowed', { headers: { Allow: allow } }));
  response.setHeader('Allow', allow);
  response.statusCode = 204;
  response.end();
}

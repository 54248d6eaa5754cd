import { type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type BuildInfo, readBuildInfo } from '#libs/core/config';
import {
  logger as processLogger,
  type Logger,
  metrics as processMetrics,
  type Metrics,
  NestLogger,
} from '#libs/core/observability';
import type { Pace } from '#libs/core/networks';
import express, { type Express } from 'express';
import { answerBrokenRequests } from './adapter/client-error.js';
import { type FastHttp, ServiceAdapter } from './adapter/service-adapter.js';
import { BodyState } from './body/body-state.js';
import { HttpModule } from './http-module.js';
import { MetaRoutes } from './meta/meta-routes.js';
import { ReadinessRegistry } from './meta/readiness.js';
import { addDocsRoutes } from './openapi/docs-routes.js';
import { ProblemFilter } from './problem/problem-filter.js';
import { type AppProfile } from './profile.js';
import { entryPoint } from './request/entry.js';
import { stateOf } from './request/request-state.js';
import { endAnswersBy } from './request/respond.js';
import { routeRunner } from './request/route-runner.js';
import { untrustedProxyWarning } from './request/untrusted-proxy.js';
import { CompiledValidationPipe } from './validation/validation-pipe.js';

export interface CreateAppOptions {
  /** Faster parts with the same behaviour; see `libs/core/http-fast`. */
  fast?: FastHttp;
  /** The proxies whose X-Forwarded-For is trusted, in Express's notation. */
  trustProxy?: string | number | boolean;
  /** Whether the first X-Forwarded-For of another peer is logged as a warning. */
  warnOfUntrustedProxy?: boolean;
  /** How long running requests may take when the app closes (milliseconds). */
  shutdownMs?: number;
  /** How fast large bodies must come; 4 KiB a second after 15 seconds by default. */
  pace?: Pace;
  /** Whether SIGINT and SIGTERM close the app. */
  closeOnSignals?: boolean;
  /** Whether `GET /` returns the service's name and version (default); false for an app with its own home page. */
  rootRoute?: boolean;
  /** Whether the metrics have a port of their own; see `startMetricsServer`. */
  metricsElsewhere?: boolean;
  /** Completes the OpenAPI document. */
  describe?: (document: OpenAPIObject) => void;
  build?: BuildInfo;
  logger?: Logger;
  metrics?: Metrics;
}

const SHUTDOWN_MS = 10_000;

/**
 * A Nest application with the HTTP interface that all apps share: request ids, limits, protective headers, validation,
 * the envelope, meta routes, the OpenAPI document, and a shutdown that waits for running requests. The caller only has to
 * `listen`.
 */
export async function createApp(
  module: Type | DynamicModule,
  profile: AppProfile,
  options: CreateAppOptions = {},
): Promise<NestExpressApplication> {
  const { logger = processLogger, metrics = processMetrics } = options;
  endAnswersBy(options.fast?.end);
  const server = expressOf(options);
  const adapter = new ServiceAdapter(server, {
    envelope: profile.envelope,
    fast: options.fast,
    shutdownMs: options.shutdownMs ?? SHUTDOWN_MS,
    pace: options.pace,
  });
  const app = await NestFactory.create<NestExpressApplication>(HttpModule.around(module), adapter, {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const metaRoutes = new MetaRoutes({
    service: profile.service,
    build: options.build ?? readBuildInfo(),
    metrics,
    readiness: () => app.get(ReadinessRegistry),
    root: options.rootRoute ?? true,
    metricsElsewhere: options.metricsElsewhere,
  });
  const { rootRoute = true, describe, metricsElsewhere = false } = options;
  addDocsRoutes(metaRoutes, app, profile, { rootRoute, describe, metricsElsewhere });
  metrics.collectProcess();
  answerBrokenRequests(app.getHttpServer(), profile.envelope);
  const inspect = options.warnOfUntrustedProxy ? untrustedProxyWarning(server, logger) : undefined;
  const entry = entryPoint({
    bodyLimit: profile.bodyLimit,
    envelopeOf: profile.envelopeOf,
    metaRoutes,
    logger,
    metrics,
    inspect,
  });
  const filter = new ProblemFilter(profile.envelope, logger);
  app.use(entry);
  app.useGlobalPipes(new CompiledValidationPipe(profile.envelope));
  app.useGlobalFilters(filter);
  options.fast?.runBy?.(
    routeRunner({
      entry,
      reply: (response, body, status) => void adapter.reply(response, body, status),
      fail: (error, request, response) => filter.answer(error, request, response),
    }),
  );
  if (options.closeOnSignals) app.enableShutdownHooks(['SIGINT', 'SIGTERM']);
  return app;
}

function expressOf({ trustProxy }: CreateAppOptions): Express {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  server.set('query parser', 'simple');
  server.enable('case sensitive routing');
  if (trustProxy !== undefined) server.set('trust proxy', trustProxy);
  defineBody(server);
  return server;
}

/** Parses `req.body` at the first access. @throws Problem if it is invalid; see BodyState */
function defineBody(server: Express): void {
  Object.defineProperty(server.request, 'body', {
    configurable: true,
    get(this: express.Request) {
      return stateOf(this).body?.value();
    },
    set(this: express.Request, value: unknown) {
      stateOf(this).body = BodyState.of(value);
    },
  });
}

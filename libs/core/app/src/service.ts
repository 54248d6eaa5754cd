import type { DynamicModule } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type AppConfig, type ConfigClass, loadConfig, readBuildInfo } from '#libs/core/config';
import {
  type AppProfile,
  createApp,
  type CreateAppOptions,
  type MetricsPlace,
  startMetricsServer,
} from '#libs/core/http';
import { type DirectRoutes, fastHttp } from '#libs/core/http-fast';
import { logger, startTracing } from '#libs/core/observability';

interface ServiceOptions extends Pick<CreateAppOptions, 'rootRoute' | 'describe'> {
  /** Routes that are answered before Express, unless FAST_HTTP is off. */
  direct?: DirectRoutes;
}

/** Creates an app from its configuration; the caller starts to listen. */
export function createService(
  module: DynamicModule,
  profile: AppProfile,
  config: AppConfig,
  { direct, ...options }: ServiceOptions = {},
): Promise<NestExpressApplication> {
  return createApp(module, profile, {
    ...options,
    fast: config.fastHttp ? fastHttp(direct) : undefined,
    trustProxy: config.trustProxy,
    warnOfUntrustedProxy: config.isProduction,
    metricsElsewhere: config.metricsPort !== undefined,
    closeOnSignals: config.nodeEnv !== 'test',
  });
}

/**
 * Runs an app as this process: reads its configuration, listens, and logs the start.
 * @throws ConfigError that names every variable which is missing or wrong
 */
export async function runService<C extends AppConfig>(
  configClass: ConfigClass<C>,
  name: string,
  create: (config: Readonly<C>) => Promise<NestExpressApplication>,
): Promise<void> {
  const config = loadConfig(configClass);
  logger.configure({ service: name, level: config.logLevel });
  if (config.otelExporterOtlpEndpoint) await startTracing({ service: name, version: readBuildInfo().version });
  const app = await create(config);
  await app.listen(config.port, config.host);
  if (config.metricsPort !== undefined) await serveMetrics(app, { port: config.metricsPort, host: config.host });
  logger.info('Ready', { host: config.host, port: config.port, role: config.role });
}

/** The metrics are there for as long as the app is. */
async function serveMetrics(app: NestExpressApplication, place: MetricsPlace): Promise<void> {
  const server = await startMetricsServer(place);
  app.getHttpServer().once('close', () => {
    server.close();
    server.closeAllConnections();
  });
}

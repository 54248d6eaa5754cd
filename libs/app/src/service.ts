import type { DynamicModule } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type AppConfig, type ConfigClass, loadConfig, readBuildInfo } from '#libs/config';
import { type AppProfile, createApp, type CreateAppOptions } from '#libs/http';
import { type DirectRoutes, fastHttp } from '#libs/http-fast';
import { logger, startTracing } from '#libs/observability';

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
  logger.info('Ready', { host: config.host, port: config.port, role: config.role });
}

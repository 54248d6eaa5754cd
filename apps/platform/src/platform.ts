import type { NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ViewStore } from '#libs/auth';
import { createApp, DirectRoutes, ReadinessRegistry, type AppProfile } from '#libs/http';
import { PlatformModule } from './app.module.js';
import { envelope } from './catalogue.js';
import type { PlatformConfig } from './config.js';
import { TrackedLinks } from './tracking/tracked-links.js';

const MIB = 1024 * 1024;

const PROFILE: AppProfile = {
  service: 'platform',
  envelope,
  bodyLimit: 2 * MIB,
  openapi: {
    title: 'Platform API',
    version: '2026-08-28',
    description: 'Sends e-mail, SMS and push; keeps their history; tells your systems what happened, by webhook.',
  },
};

/** The platform app, ready to listen. */
export async function createPlatform(config: PlatformConfig): Promise<NestExpressApplication> {
  const direct = new DirectRoutes();
  const app = await createApp(PlatformModule.with(config), PROFILE, {
    fast: config.fastHttp,
    direct,
    trustProxy: config.trustProxy,
    closeOnSignals: config.nodeEnv !== 'test',
  });
  const database = app.get<DataSource>(getDataSourceToken());
  const readiness = app.get(ReadinessRegistry);
  readiness.register('database', async () => void (await database.query('select 1')));
  readiness.register('redis', () => app.get(ViewStore).ping());
  answerLinks(direct, app.get(TrackedLinks, { strict: false }));
  return app;
}

/** Whoever follows a link of a mail waits for a redirect and nothing else. */
function answerLinks(direct: DirectRoutes, links: TrackedLinks): void {
  direct.add('/t/c/', '/t/c/:token', (token, request) => links.follow(token, request));
  direct.add('/t/o/', '/t/o/:file', (file, request) => links.show(file, request));
}

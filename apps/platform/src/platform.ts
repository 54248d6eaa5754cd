import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/app';
import type { AppProfile } from '#libs/http';
import { DirectRoutes } from '#libs/http-fast';
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
  const app = await createService(PlatformModule.forRoot(config), PROFILE, config, { direct });
  answerLinks(direct, app.get(TrackedLinks, { strict: false }));
  return app;
}

/** Whoever follows a link of a mail waits for a redirect and nothing else. */
function answerLinks(direct: DirectRoutes, links: TrackedLinks): void {
  direct.add('/t/c/', '/t/c/:token', (token, request) => links.follow(token, request));
  direct.add('/t/o/', '/t/o/:file', (file, request) => links.show(file, request));
}

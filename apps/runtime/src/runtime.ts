import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/app';
import type { AppProfile } from '#libs/http';
import { DirectRoutes } from '#libs/http-fast';
import { RuntimeModule } from './app.module.js';
import type { RuntimeConfig } from './config.js';
import { runtimeEnvelope } from './envelope.js';
import { Visits } from './sites/visits.js';

/** 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const PROFILE: AppProfile = {
  service: 'runtime',
  envelope: runtimeEnvelope(() => undefined),
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Pages runtime',
    version: '2026-08-28',
    description: 'What visitors touch: published pages, forms, the pixel, session replay and short links.',
    tags: {
      'Links curtos': 'Endereços curtos que levam a outros.',
      Páginas: 'As páginas publicadas.',
    },
  },
};

/** The runtime, ready to listen. */
export async function createRuntime(config: RuntimeConfig): Promise<NestExpressApplication> {
  const direct = new DirectRoutes();
  const app = await createService(RuntimeModule.forRoot(config), PROFILE, config, { direct, rootRoute: false });
  const visits = app.get(Visits, { strict: false });
  // What is in memory goes out before Express; the rest finds its controller.
  direct.add('/r/', '/r/:slug', (slug, request) => visits.answerAtOnce(`/r/${slug}`, request));
  direct.add('/', '/:slug', (slug, request) => visits.answerAtOnce(`/${slug}`, request));
  return app;
}

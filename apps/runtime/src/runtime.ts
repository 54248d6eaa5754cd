import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/app';
import type { AppProfile } from '#libs/http';
import { RuntimeModule } from './app.module.js';
import type { RuntimeConfig } from './config.js';
import { envelope } from './envelope.js';

/** 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const PROFILE: AppProfile = {
  service: 'runtime',
  envelope,
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Pages runtime',
    version: '2026-08-28',
    description: 'What visitors touch: published pages, forms, the pixel, session replay and short links.',
  },
};

/** The runtime, ready to listen. */
export function createRuntime(config: RuntimeConfig): Promise<NestExpressApplication> {
  return createService(RuntimeModule.forRoot(config), PROFILE, config);
}

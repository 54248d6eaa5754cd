import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/core/app';
import type { AppProfile } from '#libs/core/http';
import { IdentityModule } from './app.module.js';
import { envelope } from './catalogue.js';
import type { IdentityConfig } from './config.js';

/** 2 MiB, for a report on the use of many keys. */
const BODY_LIMIT = 2 * 1024 * 1024;

const PROFILE: AppProfile = {
  service: 'identity',
  envelope,
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Identity',
    version: '2026-08-28',
    description: 'Users, sessions, tenants and API keys. Sessions are JSON Web Tokens whose public keys are here.',
    tags: { 'Signing keys': 'The public keys by which session tokens are verified.' },
  },
};

/** Identity, ready to listen. */
export function createIdentity(config: IdentityConfig): Promise<NestExpressApplication> {
  return createService(IdentityModule.forRoot(config), PROFILE, config);
}

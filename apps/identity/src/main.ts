import { createService, runService } from '#libs/app';
import { IdentityModule } from './app.module.js';
import { IdentityConfig } from './config.js';
import { profile } from './profile.js';

await runService(IdentityConfig, profile.service, (config) =>
  createService(IdentityModule.forRoot(config), profile, config),
);

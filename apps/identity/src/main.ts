import { loadConfig } from '#libs/config';
import { createApp } from '#libs/http';
import { logger } from '#libs/observability';
import { IdentityModule } from './app.module.js';
import { IdentityConfig } from './config.js';
import { profile } from './profile.js';

const config = loadConfig(IdentityConfig);
logger.configure({ service: profile.service, level: config.logLevel });
const app = await createApp(IdentityModule.forConfig(config), profile, {
  fast: config.fastHttp,
  trustProxy: config.trustProxy,
  closeOnSignals: true,
});
await app.listen(config.port, config.host);
logger.info('Identity is ready', { port: config.port });

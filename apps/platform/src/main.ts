import { loadConfig } from '#libs/config';
import { logger } from '#libs/observability';
import { PlatformConfig } from './config.js';
import { createPlatform } from './platform.js';

const config = loadConfig(PlatformConfig);
logger.configure({ service: 'platform', level: config.logLevel });
const app = await createPlatform(config);
await app.listen(config.port, config.host);
logger.info('Ready', { host: config.host, port: config.port, role: config.role });

import { freePort } from '#libs/test/embedded';
import { AppProcess } from './app-process.js';
import { ENCRYPTION_KEYS } from './platform.js';
import type { Services } from './services.js';

/** Starts the dashboard before apps whose addresses the environment has. Its own address matters to browsers alone. */
export async function startGateway(services: Services, environment: Record<string, string>): Promise<AppProcess> {
  return AppProcess.start('../../apps/dashboard/src/main.js', import.meta.url, {
    name: 'dashboard',
    logDir: services.dir,
    env: {
      REDIS_URL: services.redisUrl,
      ENCRYPTION_KEYS,
      DASHBOARD_URL: `http://127.0.0.1:${await freePort()}`,
      ...environment,
    },
  });
}

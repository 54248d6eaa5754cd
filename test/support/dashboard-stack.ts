import type { NestExpressApplication } from '@nestjs/platform-express';
import { loadConfig } from '#libs/core/config';
import { logger } from '#libs/core/observability';
import { freePort, recordStart, waitUntil } from '#libs/test/testing';
import { SessionStore } from '../../apps/dashboard/src/sign-in/session-store.js';
import { DashboardConfig } from '../../apps/dashboard/src/config.js';
import { createDashboard } from '../../apps/dashboard/src/dashboard.js';
import { ENCRYPTION_KEYS } from './app-stack.js';

/** The dashboard in this process. Its apps and identity are those of the caller. */
export class DashboardStack {
  private constructor(
    readonly app: NestExpressApplication,
    readonly config: Readonly<DashboardConfig>,
    readonly url: string,
  ) {}

  /**
   * @param environment names Redis, identity and the apps; PORT, if identity is to know the address before
   * @param webDir the directory of the built page; that of `dist` if absent
   */
  static async start(environment: Record<string, string>, webDir?: string): Promise<DashboardStack> {
    const port = environment['PORT'] ?? String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const config = loadConfig(DashboardConfig, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: port,
      DASHBOARD_URL: url,
      ENCRYPTION_KEYS,
      ...environment,
    });
    logger.configure({ service: 'dashboard', level: 'silent' });
    recordStart('app');
    const app = await createDashboard(config, webDir);
    await app.listen(config.port, config.host);
    await waitUntil(() => isConnected(app.get(SessionStore, { strict: false })), { what: 'the sessions' });
    return new DashboardStack(app, config, url);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

const isConnected = (store: SessionStore): Promise<boolean> =>
  store.ping().then(
    () => true,
    () => false,
  );

import { randomBytes } from 'node:crypto';
import { ensureDatabase, ensureRoles, urlFor } from '#libs/test/embedded';
import { migrate } from '../../apps/identity/src/migrate.js';
import { AppProcess } from './app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from './platform.js';
import type { Services } from './services.js';

const PASSWORDS = { owner: 'bench', app: 'bench', system: 'bench' };

export interface BenchUser {
  email: string;
  password: string;
}

/** The identity service as it runs in production: its own database and process. */
export class Identity {
  private constructor(private readonly app: AppProcess) {}

  static async start(services: Services, environment: Record<string, string> = {}): Promise<Identity> {
    const { postgresUrl, redisUrl } = services;
    const roles = await ensureRoles(postgresUrl, 'identity', PASSWORDS);
    await ensureDatabase(postgresUrl, 'identity', roles);
    const as = (kind: keyof typeof PASSWORDS) => urlFor(postgresUrl, roles[kind], PASSWORDS[kind], 'identity');
    await migrate(as('owner'));
    const app = await AppProcess.start('../../apps/identity/src/main.js', import.meta.url, {
      name: 'identity',
      logDir: services.dir,
      env: {
        DATABASE_URL: as('app'),
        DATABASE_SYSTEM_URL: as('system'),
        REDIS_URL: redisUrl,
        SERVICE_SECRET,
        SMTP_URL: 'smtp://127.0.0.1:9',
        ENCRYPTION_KEYS,
        ...environment,
      },
    });
    return new Identity(app);
  }

  /** Environment of processes that use this identity. */
  get environment(): Record<string, string> {
    const url = `http://127.0.0.1:${this.app.port}`;
    return { IDENTITY_URL: url, ISSUER: url };
  }

  async register(): Promise<BenchUser> {
    const user = {
      email: `user.${randomBytes(6).toString('hex')}@example.test`,
      password: 'correct horse 7 staple',
    };
    const answer = await fetch(`${this.environment['IDENTITY_URL']}/internal/users`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SERVICE_SECRET}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(user),
    });
    if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
    return user;
  }

  stop(): Promise<void> {
    return this.app.stop();
  }
}

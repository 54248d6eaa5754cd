import { join } from 'node:path';
import { ensureDatabase, ensureRoles, startPostgres, urlFor, type EmbeddedPostgres } from '#libs/test/embedded';
import { freePort } from '#libs/test/testing';
import { migrate as migrateIdentity } from '../../apps/identity/src/migrate.js';
import { migrate as migrateMail } from '../../apps/mail/src/migrate.js';
import { migrate as migratePages } from '../../apps/pages/src/migrate.js';
import { migrate as migratePlatform } from '../../apps/platform/src/migrate.js';
import type { DatabaseUrls } from './fault-stack.js';

const MIGRATE = { identity: migrateIdentity, mail: migrateMail, pages: migratePages, platform: migratePlatform };

type App = keyof typeof MIGRATE;

const PASSWORD = 'test';

/** Without `fsync`, only a crash of the machine loses data. The tests crash only the server. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: 60 };

/** A Postgres with a migrated database of one app, which a test can stop, crash and restart. */
export class PostgresCluster {
  #server: EmbeddedPostgres | undefined;

  private constructor(
    private readonly app: App,
    private readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async start(home: string, app: App = 'platform'): Promise<PostgresCluster> {
    const cluster = new PostgresCluster(app, join(home, 'postgres'), await freePort());
    await cluster.start();
    const roles = await ensureRoles(cluster.#adminUrl, app, { owner: PASSWORD, app: PASSWORD, system: PASSWORD });
    await ensureDatabase(cluster.#adminUrl, app, roles);
    await MIGRATE[app](cluster.#as(roles.owner));
    return cluster;
  }

  get #adminUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  get urls(): DatabaseUrls {
    return {
      url: this.#as(`${this.app}_app`),
      systemUrl: this.#as(`${this.app}_system`),
      adminUrl: urlFor(this.#adminUrl, 'postgres', '', this.app),
    };
  }

  get isRunning(): boolean {
    return this.#server !== undefined;
  }

  async start(): Promise<void> {
    const { dataDir, port } = this;
    this.#server = await startPostgres({ dataDir, port, settings: SETTINGS });
  }

  /** A clean stop: it ends the sessions and keeps what is committed. */
  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** Stops it without a checkpoint; the next start recovers from the write-ahead log. */
  async crash(): Promise<void> {
    if (!this.#server) return;
    process.kill(this.#server.pid, 'SIGQUIT');
    await this.#server.exited;
    this.#server = undefined;
  }

  #as(role: string): string {
    return urlFor(this.#adminUrl, role, PASSWORD, this.app);
  }
}

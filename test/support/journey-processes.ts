import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import {
  createTestDatabase,
  freePort,
  HttpSink,
  SmtpSink,
  type TestDatabase,
  testRedis,
  waitUntil,
} from '#libs/test/testing';
import { AppProcess, ensureBuilt } from './app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from './app-stack.js';

const DATABASES = ['identity', 'platform', 'pages', 'crm'] as const;
type DatabaseName = (typeof DATABASES)[number];

const PROCESSES = {
  identity: { app: 'identity', database: 'identity', role: 'all' },
  platform: { app: 'platform', database: 'platform', role: 'api' },
  platformWorker: { app: 'platform', database: 'platform', role: 'worker' },
  // Pages alone delivers the leads that the runtime captured.
  pages: { app: 'pages', database: 'pages', role: 'all' },
  runtime: { app: 'runtime', database: 'pages', role: 'api' },
  crm: { app: 'crm', database: 'crm', role: 'api' },
  crmWorker: { app: 'crm', database: 'crm', role: 'worker' },
} as const;
type ProcessName = keyof typeof PROCESSES;

const CLOCK = pathToFileURL(join(import.meta.dirname, 'journey-clock-of-file.mjs')).href;

/** Every process that a lead passes on its way through a journey, each of which a test can kill; and the clock of the journeys. */
export class JourneyProcesses {
  #aheadMs = 0;
  readonly #admins: Record<DatabaseName, pg.Pool>;

  private constructor(
    private readonly home: string,
    private readonly databases: Record<DatabaseName, TestDatabase>,
    /** Receives all mail. */
    readonly mail: SmtpSink,
    /** Takes the webhooks. */
    readonly hooks: HttpSink,
    private readonly processes: Map<ProcessName, AppProcess>,
  ) {
    const pools = DATABASES.map((name) => [name, new pg.Pool({ connectionString: databases[name].adminUrl, max: 2 })]);
    this.#admins = Object.fromEntries(pools) as Record<DatabaseName, pg.Pool>;
    for (const pool of Object.values(this.#admins)) pool.on('error', () => undefined);
  }

  static async start(): Promise<JourneyProcesses> {
    const home = mkdtempSync(join(tmpdir(), 'journeys-'));
    const made = DATABASES.map(async (name) => [name, await createTestDatabase(name)] as const);
    const databases = Object.fromEntries(await Promise.all(made)) as Record<DatabaseName, TestDatabase>;
    const [{ url: redisUrl }, mail, hooks] = await Promise.all([
      testRedis(),
      SmtpSink.start(),
      HttpSink.start(),
      ensureBuilt(),
    ]);
    const stack = new JourneyProcesses(home, databases, mail, hooks, new Map());
    stack.setClock(0);
    const ports = new Map<ProcessName, string>();
    for (const name of Object.keys(PROCESSES)) ports.set(name as ProcessName, String(await freePort()));
    const urlOf = (name: ProcessName) => `http://127.0.0.1:${ports.get(name)}`;
    const common = {
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      REDIS_URL: redisUrl,
      SERVICE_SECRET,
      ENCRYPTION_KEYS,
      SMTP_URL: mail.url,
      SANDBOX_SMTP_URL: mail.url,
      IDENTITY_URL: urlOf('identity'),
      ISSUER: urlOf('identity'),
      PLATFORM_URL: urlOf('platform'),
      PAGES_URL: urlOf('pages'),
      RUNTIME_URL: urlOf('runtime'),
      CRM_URL: urlOf('crm'),
      // No mailbox is part of it.
      MAIL_URL: 'http://127.0.0.1:9',
      JOURNAL_DIR: join(home, 'journal'),
      OUTBOUND_ALLOW: hooks.host,
      NEW_TENANT_PRODUCTS: 'mail,pages,crm',
      PASSWORD_MEMORY_KIB: '8',
      JOB_LEASE_MS: '1000',
      RECONCILE_MS: '250',
      JOURNEY_CLOCK: stack.clockFile,
    };
    const start = async (name: ProcessName) => {
      const { app, database, role } = PROCESSES[name];
      const { url, systemUrl } = databases[database];
      stack.processes.set(
        name,
        await AppProcess.start(app, {
          ...common,
          ...(app === 'crm' && { NODE_OPTIONS: `--import ${CLOCK}` }),
          PORT: ports.get(name)!,
          ROLE: role,
          DATABASE_URL: url,
          DATABASE_SYSTEM_URL: systemUrl,
          BLOB_DIR: join(home, 'blobs', database),
        }),
      );
    };
    try {
      await Promise.all((Object.keys(PROCESSES) as ProcessName[]).map(start));
    } catch (error) {
      await stack.close();
      throw error;
    }
    return stack;
  }

  process(name: ProcessName): AppProcess {
    return this.processes.get(name)!;
  }

  /** Runs SQL as the superuser. */
  async sql<R extends object>(database: DatabaseName, text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.#admins[database].query<R>(text, values)).rows;
  }

  /** Time by which journeys go now. */
  get now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** Moves the clock of the journeys on to a time, from which it goes on. */
  setNow(time: Date | string): void {
    this.setClock(new Date(time).getTime() - Date.now());
  }

  /**
   * Kills a process in the middle of its transaction and starts it again: while the table is held, what `begin` causes comes as far as
   * the insert into it and waits.
   */
  async killWhileInserting(
    name: ProcessName,
    table: string,
    begin: () => unknown,
    database: DatabaseName = PROCESSES[name].database,
  ): Promise<void> {
    const holder = await this.#admins[database].connect();
    try {
      await holder.query(`begin; lock table ${table} in share row exclusive mode`);
      let refused: unknown;
      const begun = Promise.resolve(begin()).catch((error: unknown) => (refused = error));
      const waiting = `select from pg_locks where relation = $1::regclass and mode = 'RowExclusiveLock' and not granted`;
      await waitUntil(async () => refused ?? (await this.sql(database, waiting, [table])).length > 0, {
        timeoutMs: 30_000,
        what: `${name} to insert into ${table}`,
      });
      if (refused) throw new Error(`Nothing is inserted into ${table}`, { cause: refused });
      await this.process(name).kill();
      await holder.query('rollback');
      await begun;
    } finally {
      holder.release();
    }
    await this.process(name).start();
  }

  async close(): Promise<void> {
    for (const { app, isRunning, output } of this.processes.values())
      if (!isRunning) console.error(`The process of ${app} ended: ${output}`);
    await Promise.all([...this.processes.values()].map((process) => process.kill()));
    await Promise.all(Object.values(this.#admins).map((pool) => pool.end()));
    await Promise.all([this.mail.stop(), this.hooks.stop()]);
    await Promise.all(Object.values(this.databases).map((database) => database.drop()));
    rmSync(this.home, { recursive: true, force: true });
  }

  private get clockFile(): string {
    return join(this.home, 'clock');
  }

  private setClock(aheadMs: number): void {
    this.#aheadMs = aheadMs;
    // Replaced as a whole, because a process may read it at this moment.
    writeFileSync(`${this.clockFile}.new`, String(aheadMs));
    renameSync(`${this.clockFile}.new`, this.clockFile);
  }
}

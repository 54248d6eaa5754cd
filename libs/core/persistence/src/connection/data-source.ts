import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import pg, { type ClientConfig, type Pool } from 'pg';
import { LOCK_SESSION } from '../locks/locks.sql.js';
import { LOCKS } from '../locks/locks.js';
import { HAS_MIGRATIONS, LIST_MIGRATIONS } from './migration.sql.js';
import { assertPostgresVersion } from './postgres-version.js';
import { PlanRenewal } from './plan-renewal.js';
import { SnakeCaseNames } from '../schema/columns.js';
import { ESTIMATE_TENANTS } from '../schema/tenant-statistics.js';

type EntityClass = abstract new () => object;
export type Entities = (EntityClass | EntitySchema)[];
export type Migrations = (new () => MigrationInterface)[];

export interface DatabaseOptions {
  /** Connection URL; its role decides what the connection may see. */
  url: string;
  entities?: Entities;
  /** Upper bound of the pool. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** How long to wait for an answer before the connection counts as lost (milliseconds); 20 seconds if absent. */
  answerTimeoutMs?: number;
}

/** Postgres cancels a statement after this time (milliseconds). */
export const STATEMENT_TIMEOUT_MS = 15_000;

const CONNECT_TIMEOUT_MS = 5_000;

/** How long a migration waits for a lock, and how often it tries again. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_PAUSE_MS = 500;
const LOCK_ATTEMPTS = 240;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * For a Postgres that hangs or whose host is gone: it cancels no statement. Longer than {@link STATEMENT_TIMEOUT_MS}, so
 * that a Postgres that works is never cut off.
 */
const ANSWER_TIMEOUT_MS = 20_000;

/**
 * A connection whose loss never ends the process: it has an error listener from the start, because a caller that takes it
 * from a pool adds one only later. If a statement runs and no byte arrives for `answerTimeoutMs`, the connection is closed:
 * the statement fails, and the pool drops the connection. It renews the plans of its prepared statements as {@link PlanRenewal}
 * says.
 */
function connectionClass(answerTimeoutMs: number): typeof pg.Client {
  return class Connection extends pg.Client {
    private readonly renewal = new PlanRenewal();

    constructor(config?: ClientConfig) {
      super(config);
      this.on('error', () => undefined);
      this.connection.once('readyForQuery', () => this.endWhenUnanswered());
    }

    // The class that it extends has overloads, of which none takes all that they take.
    override query(...[statement, ...others]: unknown[]): never {
      const run = () => (super.query as (...given: unknown[]) => never)(statement, ...others);
      if (!isNamed(statement) || !this.renewal.isDue()) return run();
      const callback = others.find((one) => typeof one === 'function');
      // It fails where the statement does, too: in a transaction that has failed, or on a connection that is lost.
      if (callback) return super.query('discard plans', () => void run()) as never;
      return super.query('discard plans').then(run, run) as never;
    }

    private endWhenUnanswered(): void {
      const socket = this.connection.stream as Socket;
      let answered = socket.bytesWritten;
      this.connection.on('readyForQuery', () => (answered = socket.bytesWritten));
      socket.setTimeout(answerTimeoutMs, () => {
        if (socket.bytesWritten > answered) socket.destroy();
      });
    }
  };
}

function isNamed(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'name' in statement && Boolean(statement.name);
}

/** A data source with one role's connection URL. Only migrations change the schema. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    entities: options.entities ?? [],
    namingStrategy: new SnakeCaseNames(),
    synchronize: false,
    migrationsRun: false,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    applicationName: options.applicationName,
    extra: {
      Client: connectionClass(options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS),
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    },
  });
}

/** The `pg` pool of a data source, for hot paths: there an entity manager would cost more than the statement. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

/** A data source for migrations, with the owner's connection. */
export function createMigrationSource(ownerUrl: string, migrations: Migrations, entities: Entities = []): DataSource {
  return new DataSource({
    type: 'postgres',
    url: ownerUrl,
    entities,
    namingStrategy: new SnakeCaseNames(),
    migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    poolSize: 2,
    applicationName: 'migrate',
    extra: { lock_timeout: LOCK_TIMEOUT_MS },
  });
}

/**
 * Runs the pending migrations, one transaction each. Concurrent callers wait for one another.
 *
 * One that waits for a table has all later statements on that table wait behind it. So it gives up after two seconds, lets
 * them pass, and tries again: a long export delays an upgrade, and the upgrade fails nobody's request.
 * @throws OldPostgresError; the error of Postgres if a table is in use for ten minutes
 */
export async function runMigrations(ownerUrl: string, migrations: Migrations): Promise<string[]> {
  const dataSource = createMigrationSource(ownerUrl, migrations);
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await assertPostgresVersion((sql) => lock.query(sql));
    await lock.query('set lock_timeout = 0');
    await lock.query(LOCK_SESSION, [LOCKS.migrations]);
    const before = await appliedBy(dataSource);
    await untilUnlocked(() => dataSource.runMigrations());
    await untilUnlocked(() => dataSource.query(ESTIMATE_TENANTS));
    return (await appliedBy(dataSource)).filter((name) => !before.includes(name));
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

async function untilUnlocked(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = (error as { driverError?: { code?: string } }).driverError ?? {};
      if (code !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS) throw error;
      await delay(LOCK_PAUSE_MS);
    }
  }
}

/** Names of the migrations that have been run. */
async function appliedBy(dataSource: DataSource): Promise<string[]> {
  const [{ exists }] = (await dataSource.query(HAS_MIGRATIONS)) as [{ exists: boolean }];
  if (!exists) return [];
  const rows = (await dataSource.query(LIST_MIGRATIONS)) as { name: string }[];
  return rows.map(({ name }) => name);
}

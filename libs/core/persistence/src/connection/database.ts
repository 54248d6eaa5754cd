import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { poolOf } from './data-source.js';
import { DatabaseUnavailable, isRetryable, isUnavailable } from './errors.js';
import { isId, type TenantId } from '../ids/ids.js';
import { whenCommitted } from './after-commit.js';
import { beginWithTenantsSql } from '../schema/row-level-security.sql.js';

const ATTEMPTS = 3;
const RETRY_DELAY_MS = 20;

/**
 * Access to an app's database. Every transaction starts here, with the role and the row-level security that it needs.
 *
 * After a deadlock or a serialization failure the whole of `work` runs again, up to three times. It must have no effect
 * outside the database.
 */
@Injectable()
export class Database {
  /**
   * @param appRole the role that row-level security limits to the tenants of a transaction
   * @param systemRole the role that reads and writes across tenants where a policy allows it
   */
  constructor(
    private readonly appRole: DataSource,
    private readonly systemRole: DataSource,
  ) {}

  /**
   * Runs `work` in one transaction that sees and writes the rows of this tenant and no others.
   * @throws DatabaseUnavailable (503)
   */
  async tenant<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.together([tenantId], work);
  }

  /**
   * The same for several tenants at once, where one change is in the rows of more than one. `work` names the tenant in every
   * row that it writes and in every condition.
   * @throws DatabaseUnavailable (503)
   */
  async together<T>(tenantIds: readonly TenantId[], work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const begin = beginWithTenantsSql(settingFor(tenantIds));
    return retrying(() => whenCommitted((follow) => managedTransaction(this.appRole, begin, (tx) => work(follow(tx)))));
  }

  /**
   * The same for several tenants at once, on a bare connection: for hot paths that group work across tenants. `work`
   * names the tenant in every row that it writes and in every condition.
   * @throws DatabaseUnavailable (503)
   */
  async tenants<T>(tenantIds: readonly TenantId[], work: (client: PoolClient) => Promise<T>): Promise<T> {
    const begin = beginWithTenantsSql(settingFor(tenantIds));
    return retrying(() =>
      whenCommitted((follow) => bareTransaction(poolOf(this.appRole), begin, (client) => work(follow(client)))),
    );
  }

  /**
   * The same without BEGIN and COMMIT, for hot paths: `work` sends one statement, in one round trip. The statement sets
   * the tenants itself, by `SET_TENANTS_SQL`, to the text that it is given, before it writes a row.
   * @throws DatabaseUnavailable (503)
   */
  async tenantsStatement<T>(
    tenantIds: readonly TenantId[],
    work: (pool: Pool, tenants: string) => Promise<T>,
  ): Promise<T> {
    const setting = settingFor(tenantIds);
    return retrying(() => work(poolOf(this.appRole), setting));
  }

  /**
   * Runs `work` in one transaction of the system role: rows that belong to no tenant, and the lookups that come before a
   * tenant is known.
   * @throws DatabaseUnavailable (503)
   */
  async system<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return retrying(() => whenCommitted((follow) => this.systemRole.transaction((tx) => work(follow(tx)))));
  }

  /**
   * Runs one statement of the system role without BEGIN and COMMIT, for hot paths. `work` sends no second statement.
   * @throws DatabaseUnavailable (503)
   */
  async statement<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    return retrying(() => work(poolOf(this.systemRole)));
  }
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (isUnavailable(error)) throw new DatabaseUnavailable(error);
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      await delay(RETRY_DELAY_MS * attempt);
    }
  }
}

/** A transaction of TypeORM, which `begin` begins: TypeORM itself would take a further round trip to set the tenants. */
async function managedTransaction<T>(
  source: DataSource,
  begin: string,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = source.createQueryRunner();
  beginWith(runner, begin);
  try {
    return await runner.manager.transaction(work);
  } finally {
    await runner.release();
  }
}

/** Replaces the first statement of a runner, which begins its transaction. */
function beginWith(runner: QueryRunner, sql: string): void {
  const own: { query?: unknown } = runner;
  own.query = () => {
    delete own.query;
    return runner.query(sql);
  };
}

async function bareTransaction<T>(pool: Pool, begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const markBroken = (error: Error) => (broken = error);
  // The pool must also drop a connection that is lost after its last statement.
  client.on('error', markBroken);
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection whose rollback fails is in an unknown state: the pool drops it.
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.off('error', markBroken);
    client.release(broken);
  }
}

/** Checks the ids, because `tenants` writes them into its SQL text; a valid id has no character that needs quoting. */
function settingFor(tenantIds: readonly TenantId[]): string {
  if (tenantIds.length === 0) throw new Error('A transaction needs at least one tenant');
  for (const id of tenantIds) if (!isId('acc', id)) throw new Error('A tenant id is malformed');
  return tenantIds.join(',');
}

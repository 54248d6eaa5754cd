import type { ClientBase, Pool } from 'pg';
import { EntityManager, type QueryRunner } from 'typeorm';
import type { PreparedStatement } from './prepared.js';

/** Runs SQL: the entity manager of a transaction, or a bare connection on a hot path. */
export type SqlExecutor = EntityManager | ClientBase | Pool;

type Statement = string | PreparedStatement;

interface Result<T> {
  rows: T[];
  affected: number;
}

/** The rows that a statement returns. */
export async function many<T>(tx: SqlExecutor, sql: Statement, parameters: unknown[] = []): Promise<T[]> {
  return (await run<T>(tx, sql, parameters)).rows;
}

/** The first row that a statement returns; undefined if there is none. */
export async function maybe<T>(tx: SqlExecutor, sql: Statement, parameters: unknown[] = []): Promise<T | undefined> {
  return (await run<T>(tx, sql, parameters)).rows[0];
}

/**
 * The first row of a statement that always returns one.
 * @throws Error if it returns none
 */
export async function one<T>(tx: SqlExecutor, sql: Statement, parameters: unknown[] = []): Promise<T> {
  const row = await maybe<T>(tx, sql, parameters);
  if (row === undefined) throw new Error('A statement that always returns a row returned none');
  return row;
}

/** How many rows a statement inserted, updated or deleted. */
export async function exec(tx: SqlExecutor, sql: Statement, parameters: unknown[] = []): Promise<number> {
  return (await run(tx, sql, parameters)).affected;
}

async function run<T>(tx: SqlExecutor, sql: Statement, parameters: unknown[]): Promise<Result<T>> {
  if (tx instanceof EntityManager && typeof sql === 'string') return runInManager<T>(tx, sql, parameters);
  const client = tx instanceof EntityManager ? await clientOf(tx) : tx;
  const { rows, rowCount } = await client.query(typeof sql === 'string' ? sql : { ...sql }, parameters);
  return { rows: rows as T[], affected: rowCount ?? 0 };
}

async function runInManager<T>(tx: EntityManager, sql: string, parameters: unknown[]): Promise<Result<T>> {
  const { records, affected } = await runnerOf(tx).query(sql, parameters, true);
  return { rows: records as T[], affected: affected ?? 0 };
}

/** TypeORM itself knows no prepared statements. */
async function clientOf(tx: EntityManager): Promise<ClientBase> {
  return (await runnerOf(tx).connect()) as ClientBase;
}

function runnerOf({ queryRunner }: EntityManager): QueryRunner {
  if (!queryRunner) throw new Error('SQL runs in a transaction of the Database');
  return queryRunner;
}

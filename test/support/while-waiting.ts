import type { EntityManager } from 'typeorm';
import { Database } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { PlatformStack, TestTenant } from './platform-stack.js';

/** Statement by which a transaction locks something first, and its parameters. */
export type First = readonly [sql: string, values: unknown[]];

/** Shorter than Postgres takes to find a deadlock, after which one of the two would try again. */
const LOCK_TIMEOUT = '300ms';

/**
 * Runs `meanwhile` in a transaction of the tenant that holds what `first` locks, while `call` waits for that; returns what `call`
 * does. Fails if the call holds what `meanwhile` locks.
 */
export async function whileWaiting<T>(
  { app, sql }: Pick<PlatformStack, 'app' | 'sql'>,
  { id }: Pick<TestTenant, 'id'>,
  first: First,
  call: () => Promise<T>,
  meanwhile: (tx: EntityManager) => Promise<unknown>,
): Promise<T> {
  let answer: Promise<T> | undefined;
  await app.get(Database, { strict: false }).tenant(id, async (tx) => {
    await tx.query(...first);
    answer ??= call();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await waitUntil(async () => (await sql(waiting)).length > 0, { what: 'the call to wait' });
    await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await meanwhile(tx);
  });
  return answer!;
}

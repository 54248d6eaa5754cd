import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { Problem } from '#libs/http';
import { isId, isRetryable, isUnavailable, poolOf, type TenantId } from '#libs/persistence';
import { TENANTS_SETTING } from './row-level-security.js';

const ATTEMPTS = 3;
const RETRY_DELAY_MS = 20;

/**
 * The only way to a tenant's rows. Work runs in one transaction that can see and write the rows of the tenants given
 * and no others, because the database's policies hold it to them.
 */
export class TenantDatabase {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in a transaction of the tenant. After a deadlock or a serialization failure the whole of it is run
   * again, so it must have no effect outside the database.
   * @throws Problem ServiceUnavailable when the database cannot be had
   */
  async run<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const setting = settingFor([tenantId]);
    return this.retrying(() =>
      this.dataSource.transaction(async (tx) => {
        await tx.query(`select set_config('${TENANTS_SETTING}', $1, true)`, [setting]);
        return work(tx);
      }),
    );
  }

  /**
   * The same on a bare connection, for several tenants at once: the path of work that is grouped across tenants.
   * `work` names the tenant in every row it writes and in every condition.
   */
  async runBare<T>(tenantIds: readonly TenantId[], work: (client: PoolClient) => Promise<T>): Promise<T> {
    const begin = `begin; select set_config('${TENANTS_SETTING}', '${settingFor(tenantIds)}', true)`;
    return this.retrying(async () => {
      const client = await poolOf(this.dataSource).connect();
      let broken: Error | undefined;
      const notice = (error: Error) => (broken = error);
      // One that was lost after its last statement is not for anybody else either.
      client.on('error', notice);
      try {
        await client.query(begin);
        const result = await work(client);
        await client.query('commit');
        return result;
      } catch (error) {
        // A connection whose rollback fails is in an unknown state: the pool must not hand it out again.
        await client.query('rollback').catch((cause: Error) => (broken = cause));
        throw error;
      } finally {
        client.off('error', notice);
        client.release(broken);
      }
    });
  }

  private async retrying<T>(transaction: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction();
      } catch (error) {
        if (isUnavailable(error)) throw new Problem('ServiceUnavailable', { cause: error });
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
        await delay(RETRY_DELAY_MS * attempt);
      }
    }
  }
}

/** Checked here because a bare connection takes the setting as text; a tenant id has no character that needs quoting. */
function settingFor(tenantIds: readonly TenantId[]): string {
  if (tenantIds.length === 0) throw new Error('A transaction of no tenant was asked for');
  for (const id of tenantIds) if (!isId('acc', id)) throw new Error('A tenant id is malformed');
  return tenantIds.join(',');
}

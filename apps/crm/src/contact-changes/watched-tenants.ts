import { Injectable } from '@nestjs/common';
import { exec, lockKey, maybe, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { DELETE_WATCH, INSERT_WATCH, LOCK_WATCH } from './watched-tenants.sql.js';

/** A feature that wants the changes of a tenant's contacts, such as `segments`, `journeys` or `scores`. */
export type ContactWatcher = string;

/** Keeps for which tenants changes of contacts are logged: nothing is, for a tenant that nobody watches. */
@Injectable()
export class WatchedTenants {
  /**
   * Has the changes of a tenant's contacts logged from here on. Returns when every change that commits later is logged: it waits
   * for the transactions that are changing contacts, and those that begin to do so wait for the caller's. So it stands
   * late in the caller's transaction, before it reads the contacts. It costs one read if the watcher watches already.
   */
  async watch(tx: SqlExecutor, tenantId: TenantId, watcher: ContactWatcher): Promise<void> {
    if (await maybe(tx, LOCK_WATCH, [tenantId, watcher])) return;
    await lockKey(tx, 'contact watch', tenantId);
    await exec(tx, INSERT_WATCH, [tenantId, watcher]);
  }

  /** Ends it for one watcher. With the last one the log of the tenant ends; what is in it is told. */
  async unwatch(tx: SqlExecutor, tenantId: TenantId, watcher: ContactWatcher): Promise<void> {
    await exec(tx, DELETE_WATCH, [tenantId, watcher]);
  }
}

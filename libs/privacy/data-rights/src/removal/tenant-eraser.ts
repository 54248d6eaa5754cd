import { Inject, Injectable, Optional } from '@nestjs/common';
import { APP_EVENT_JOB } from '#libs/core/app-events';
import { Database, exec, type TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { BlobsOfTenant } from './blobs-of-tenant.js';
import { COUNT_ROWS } from './tenant-removal.sql.js';
import { RegisteredTables } from '../registered-tables.js';
import { RowsElsewhere } from '../rows-elsewhere.js';
import { TENANT_REMOVAL_OPTIONS, type TenantRemovalOptions } from './tenant-removal-options.js';
import { listTenantTables, type TenantTable } from './tenant-tables.js';
import { clearSliceSql, deleteSliceSql } from './tenant-tables.sql.js';

/** Rows of one transaction: few enough that no request waits long for its locks. */
const SLICE = 1_000;
const BLOBS = 'blob';

/** Rows of a table that stay until they are gone by themselves. */
const SPARED: Readonly<Record<string, string>> = {
  // The report itself, until identity has it.
  outbox: `not (kind = '${APP_EVENT_JOB}' and payload ->> 'type' = 'tenant.removed')`,
};

/** Deletes every row and every file of a tenant, in slices that each commit. */
@Injectable()
export class TenantEraser {
  private readonly blobs: BlobsOfTenant | undefined;

  constructor(
    private readonly database: Database,
    @Inject(TENANT_REMOVAL_OPTIONS) private readonly options: TenantRemovalOptions,
    @Optional() blobs?: Blobs,
    @Optional() private readonly elsewhere?: RowsElsewhere,
  ) {
    this.blobs = blobs && new BlobsOfTenant(database, blobs);
  }

  /** The tables that lose the rows of a tenant, in order. */
  async listTables(): Promise<TenantTable[]> {
    const kept = { ...new RegisteredTables(this.options.entities).kept, ...this.options.kept };
    const tables = await this.database.system((tx) => listTenantTables(tx));
    const unknown = Object.keys(kept).filter((name) => !tables.some((table) => table.name === name));
    if (unknown.length > 0) throw new Error(`There is no table ${unknown.join(', ')} to be kept`);
    return tables.filter(({ name }) => !(name in kept));
  }

  /** Deletes what is there, once through all tables; returns how many rows there were. */
  async erase(tenantId: TenantId, signal?: AbortSignal): Promise<number> {
    const tables = await this.listTables();
    for (const table of tables) if (table.cleared.length > 0) await this.clear(tenantId, table, signal);
    let erased = 0;
    for (const table of tables) if (table.name !== BLOBS) erased += await this.empty(tenantId, table, signal);
    erased += await this.eraseElsewhere(tenantId);
    // Last, when no row refers to them.
    return erased + ((await this.blobs?.erase(tenantId, signal)) ?? 0);
  }

  private async eraseElsewhere(tenantId: TenantId): Promise<number> {
    if (!this.elsewhere) return 0;
    const { table } = this.elsewhere;
    const rows = await this.elsewhere.erase(tenantId);
    if (rows > 0) await this.database.tenant(tenantId, (tx) => exec(tx, COUNT_ROWS, [tenantId, table, rows]));
    return rows;
  }

  private async empty(tenantId: TenantId, { name, key }: TenantTable, signal?: AbortSignal): Promise<number> {
    const sql = deleteSliceSql(name, key, SPARED[name]);
    let erased = 0;
    for (;;) {
      signal?.throwIfAborted();
      const count = await this.database.tenant(tenantId, async (tx) => {
        const rows = await exec(tx, sql, [tenantId, SLICE]);
        // In the same transaction, so that the count is right whatever is killed.
        if (rows > 0) await exec(tx, COUNT_ROWS, [tenantId, name, rows]);
        return rows;
      });
      erased += count;
      if (count < SLICE) return erased;
    }
  }

  private async clear(tenantId: TenantId, { name, cleared }: TenantTable, signal?: AbortSignal): Promise<void> {
    const sql = clearSliceSql(name, cleared);
    let count = SLICE;
    while (count === SLICE) {
      signal?.throwIfAborted();
      count = await this.database.tenant(tenantId, (tx) => exec(tx, sql, [tenantId, SLICE]));
    }
  }
}

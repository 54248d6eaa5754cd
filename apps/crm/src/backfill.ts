import { groupBy } from '#libs/core/jobs';
import { type Database, many, type TenantId } from '#libs/core/persistence';

/** Columns that a worker fills in, of rows that a process of a version before wrote. */
interface Backfill {
  /** Lists rows of all tenants that are left to fill. Parameters: rows. */
  list: string;
  /** Rows in one statement, and of one tenant in one transaction. */
  batch: number;
  /** Fills rows of a tenant; returns how many. */
  fill(tenantId: TenantId, ids: readonly string[]): Promise<number>;
}

/** Fills all rows that are left; returns how many. Interrupted, it goes on where it was: what is listed is what is left. */
export async function backfill(
  database: Database,
  { list, batch, fill }: Backfill,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0;
  for (;;) {
    const found = await database.statement((pool) => many<{ tenantId: TenantId; id: string }>(pool, list, [batch]));
    for (const [tenantId, some] of groupBy(found, (one) => one.tenantId)) {
      if (signal?.aborted) return total;
      const ids = some.map(({ id }) => id);
      total += await fill(tenantId, ids);
    }
    if (found.length < batch) return total;
  }
}

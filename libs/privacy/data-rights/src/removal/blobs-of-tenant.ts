import { Database, exec, one, type TenantId } from '#libs/core/persistence';
import type { Blobs } from '#libs/core/storage';
import { COUNT_BLOBS, MAKE_BLOBS_DUE } from './blobs-of-tenant.sql.js';
import { COUNT_ROWS } from './tenant-removal.sql.js';

const SLICE = 1_000;

/** The files of a tenant: the sweep deletes each with its row, once no row refers to it. */
export class BlobsOfTenant {
  constructor(
    private readonly database: Database,
    private readonly blobs: Blobs,
  ) {}

  /** Returns how many there were. @throws Error if some cannot be deleted now, StorageUnavailable */
  async erase(tenantId: TenantId, signal?: AbortSignal): Promise<number> {
    let erased = 0;
    for (let count = SLICE; count === SLICE; erased += count) {
      signal?.throwIfAborted();
      count = await this.database.tenant(tenantId, async (tx) => {
        const rows = await exec(tx, MAKE_BLOBS_DUE, [tenantId, SLICE]);
        if (rows > 0) await exec(tx, COUNT_ROWS, [tenantId, 'blob', rows]);
        return rows;
      });
    }
    for (let left = await this.count(tenantId); left > 0;) {
      signal?.throwIfAborted();
      await this.blobs.sweep();
      const now = await this.count(tenantId);
      if (now >= left) throw new Error('Files of a deleted tenant could not be deleted yet');
      left = now;
    }
    return erased;
  }

  private async count(tenantId: TenantId): Promise<number> {
    return (await this.database.tenant(tenantId, (tx) => one<{ count: number }>(tx, COUNT_BLOBS, [tenantId]))).count;
  }
}

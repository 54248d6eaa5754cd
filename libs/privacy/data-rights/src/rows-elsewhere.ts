import type { TenantId } from '#libs/core/persistence';
import type { OpenRow } from './export/row-opener.js';

/** Rows of a table that an app keeps outside its database. Export and removal of a tenant reach them. */
export abstract class RowsElsewhere {
  /** The table that they belong to. */
  abstract readonly table: string;

  /** Reads them as they are exported, in slices. */
  abstract read(tenantId: TenantId): AsyncIterable<readonly OpenRow[]>;

  /** Deletes them; returns how many there were. */
  abstract erase(tenantId: TenantId): Promise<number>;
}

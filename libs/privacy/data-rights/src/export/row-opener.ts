import type { TenantId } from '#libs/core/persistence';

/** A row as it is exported: values as in JSON, bytes in base64. */
export type OpenRow = Record<string, unknown>;

/** Opens what an app stores sealed, so that an export can be read without its keys. */
export abstract class RowOpener {
  /** The tables whose rows it opens. */
  abstract readonly tables: ReadonlySet<string>;

  /** The rows as they are exported, in their order. */
  abstract open(tenantId: TenantId, table: string, rows: readonly OpenRow[]): Promise<OpenRow[]>;
}

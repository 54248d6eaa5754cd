import type { Readable } from 'node:stream';
import type { TenantId } from '#libs/core/persistence';

/** The paths of an app's part of an export begin with it; `tenantId` is a parameter. */
export const EXPORT_PATH = 'internal/tenants/:tenantId/export';

/** Tables and columns that an app exports of a tenant, and those that it does not. */
export interface ExportDescription {
  /** Names of tables, in alphabetical order. */
  tables: string[];
  /** Tables that are not exported, and why. */
  leftOut: Record<string, string>;
  /** Columns (`table.column`) that are not exported, and why. */
  withheld: Record<string, string>;
  /** Whether it has files beside its rows. */
  files: boolean;
}

/** A file of a tenant. Its name is its SHA-256. */
export interface ExportedFile {
  hash: string;
  bytes: number;
}

/** The data of tenants in one app. */
export interface TenantExportSource {
  readonly app: string;
  describe(): Promise<ExportDescription>;
  /** The rows of a table as whole lines of JSON, some at a time. They are read as they are taken. */
  readRows(tenantId: TenantId, table: string): AsyncIterable<Uint8Array>;
  /** The next files, by their hash; empty after the last one. @param after the hash behind which they begin */
  listFiles(tenantId: TenantId, after: string): Promise<ExportedFile[]>;
  /** The content; undefined if the file has been deleted meanwhile. */
  readFile(tenantId: TenantId, hash: string): Promise<Readable | undefined>;
}

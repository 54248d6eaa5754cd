import type { Readable } from 'node:stream';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { BlobNotFound, Blobs } from '#libs/core/storage';
import { LIST_FILES } from './export-tables.sql.js';
import { type ExportTable, listExportTables } from './export-tables.js';
import { readSliceSql } from './read-slice.sql.js';
import { type OpenRow, RowOpener } from './row-opener.js';
import { AUDIT_TABLE, shownAuditEntry } from './shown-audit-entry.js';
import { TENANT_EXPORT_OPTIONS, type TenantExportOptions } from './tenant-export-options.js';
import { RegisteredTables } from '../registered-tables.js';
import { RowsElsewhere } from '../rows-elsewhere.js';
import type { ExportDescription, ExportedFile, TenantExportSource } from './tenant-export-source.js';

const FILES_AT_ONCE = 1_000;

interface Slice {
  line: string;
  key: string[];
}

/**
 * Reads what this app has of a tenant, for its export. Each statement is a transaction of its own, so that none is open
 * while somebody downloads; rows that change meanwhile are as they were or as they are.
 */
@Injectable()
export class TenantExportReader implements TenantExportSource {
  readonly app: string;
  readonly #registered: RegisteredTables;
  #tables: Promise<ReadonlyMap<string, ExportTable>> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(TENANT_EXPORT_OPTIONS) private readonly options: TenantExportOptions,
    @Optional() private readonly opener?: RowOpener,
    @Optional() private readonly blobs?: Blobs,
    @Optional() private readonly elsewhere?: RowsElsewhere,
  ) {
    this.app = options.app;
    this.#registered = new RegisteredTables(options.entities);
  }

  /** @throws Error if a table or a column that is left out does not exist */
  async describe(): Promise<ExportDescription> {
    const { leftOut, withheld } = this.#registered;
    return { tables: [...(await this.tables()).keys()], leftOut, withheld, files: this.options.files ?? false };
  }

  /** The columns of each table that is exported. */
  async listTables(): Promise<ExportTable[]> {
    return [...(await this.tables()).values()];
  }

  /** @throws Problem NotFound for a table that is not exported */
  async *readRows(tenantId: TenantId, name: string): AsyncGenerator<Uint8Array> {
    const table = (await this.tables()).get(name);
    if (!table) throw new Problem('NotFound');
    let slice = await this.readSlice(tenantId, table, undefined);
    while (slice.length > 0) {
      const lines = await this.open(tenantId, name, slice);
      yield Buffer.from(`${lines.join('\n')}\n`);
      slice = table.key.length === 0 ? [] : await this.readSlice(tenantId, table, slice.at(-1)!.key);
    }
    if (this.elsewhere?.table !== name) return;
    for await (const rows of this.elsewhere.read(tenantId))
      yield Buffer.from(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  }

  async listFiles(tenantId: TenantId, after: string): Promise<ExportedFile[]> {
    if (!this.options.files) return [];
    return this.database.tenant(tenantId, (tx) => many(tx, LIST_FILES, [tenantId, after, FILES_AT_ONCE]));
  }

  /** @throws StorageUnavailable (503) */
  async readFile(tenantId: TenantId, hash: string): Promise<Readable | undefined> {
    if (!this.options.files || !this.blobs) return undefined;
    try {
      return await this.blobs.read(tenantId, hash);
    } catch (error) {
      if (error instanceof BlobNotFound) return undefined;
      throw error;
    }
  }

  private readSlice(tenantId: TenantId, table: ExportTable, after: readonly string[] | undefined): Promise<Slice[]> {
    const sql = readSliceSql(table, after === undefined);
    return this.database.tenant(tenantId, (tx) => many<Slice>(tx, sql, [tenantId, ...(after ?? [])]));
  }

  private async open(tenantId: TenantId, table: string, slice: readonly Slice[]): Promise<string[]> {
    const lines = slice.map(({ line }) => line);
    const isLog = table === AUDIT_TABLE;
    if (!isLog && !this.opener?.tables.has(table)) return lines;
    const rows = lines.map((line) => JSON.parse(line) as OpenRow);
    const opened = isLog ? rows.map(shownAuditEntry) : await this.opener!.open(tenantId, table, rows);
    return opened.map((row) => JSON.stringify(row));
  }

  /** Reads the tables once: they change with the version of the app alone. */
  private tables(): Promise<ReadonlyMap<string, ExportTable>> {
    this.#tables ??= this.findTables().catch((error: unknown) => {
      this.#tables = undefined;
      throw error;
    });
    return this.#tables;
  }

  private async findTables(): Promise<ReadonlyMap<string, ExportTable>> {
    const { leftOut, withheld } = this.#registered;
    const everything = await this.database.system((tx) => listExportTables(tx, new Set(), new Set()));
    const names = new Set(everything.map(({ name }) => name));
    const columns = new Set(everything.flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`)));
    const unknown = [
      ...Object.keys(leftOut).filter((name) => !names.has(name)),
      ...Object.keys(withheld).filter((name) => !columns.has(name)),
    ];
    if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')} to be left out of an export`);
    const tables = await this.database.system((tx) =>
      listExportTables(tx, new Set(Object.keys(leftOut)), new Set(Object.keys(withheld))),
    );
    return new Map(tables.map((table) => [table.name, table]));
  }
}

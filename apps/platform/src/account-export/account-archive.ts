import { createHash } from 'node:crypto';
import type { TenantId } from '#libs/core/persistence';
import type { TenantExportSource } from '#libs/privacy/data-rights';
import type { DescribedSource } from './export-sources.js';
import { TarWriter } from './tar-writer.js';

/** Bytes of rows that one file of the archive has, about: the size of a file stands before its content. */
const PART_BYTES = 8 * 1024 * 1024;
const MANIFEST = 'manifest.json';

export interface ExportedTenant {
  id: TenantId;
  name: string;
  slug: string;
}

interface PartEntry {
  file: string;
  bytes: number;
  sha256: string;
}

interface TableEntry {
  rows: number;
  parts: PartEntry[];
}

/** Contents of the archive that are from one app. */
interface AppEntry {
  tables: Record<string, TableEntry>;
  /** Their names are their SHA-256. */
  files: { count: number; bytes: number };
  leftOut: Record<string, string>;
  withheld: Record<string, string>;
}

/** An archive (POSIX.1-2001 tar) of what apps have of a tenant. The manifest is last: an archive that has it is whole. */
export function writeArchive(
  tenant: ExportedTenant,
  sources: readonly DescribedSource[],
  absent: readonly string[],
): AsyncIterable<Uint8Array> {
  const tar = new TarWriter();
  return tar.chunksOf(async () => {
    const startedAt = new Date().toISOString();
    const apps: Record<string, AppEntry> = {};
    for (const { source, description } of sources) {
      const tables: Record<string, TableEntry> = {};
      for (const table of description.tables) tables[table] = await writeTable(tar, source, tenant.id, table);
      const files = description.files ? await writeFiles(tar, source, tenant.id) : { count: 0, bytes: 0 };
      apps[source.app] = { tables, files, leftOut: description.leftOut, withheld: description.withheld };
    }
    const manifest = { version: 1, tenant, startedAt, endedAt: new Date().toISOString(), apps, absentApps: absent };
    await tar.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  });
}

async function writeTable(
  tar: TarWriter,
  source: TenantExportSource,
  tenantId: TenantId,
  table: string,
): Promise<TableEntry> {
  const entry: TableEntry = { rows: 0, parts: [] };
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  const writePart = async () => {
    const content = Buffer.concat(chunks);
    const file = `${source.app}/${table}.${entry.parts.length + 1}.ndjson`;
    entry.parts.push({ file, bytes, sha256: createHash('sha256').update(content).digest('hex') });
    [chunks, bytes] = [[], 0];
    await tar.add(file, content);
  };
  for await (const chunk of wholeLines(source.readRows(tenantId, table))) {
    chunks.push(chunk);
    bytes += chunk.length;
    entry.rows += countLines(chunk);
    if (bytes >= PART_BYTES) await writePart();
  }
  if (bytes > 0) await writePart();
  return entry;
}

async function writeFiles(tar: TarWriter, source: TenantExportSource, tenantId: TenantId): Promise<AppEntry['files']> {
  const written = { count: 0, bytes: 0 };
  for (let after = ''; ;) {
    const files = await source.listFiles(tenantId, after);
    for (const { hash, bytes } of files) {
      const content = await source.readFile(tenantId, hash);
      // Deleted since it was listed.
      if (!content) continue;
      await tar.addStream(`${source.app}/files/${hash}`, bytes, content);
      written.count += 1;
      written.bytes += bytes;
    }
    const last = files.at(-1);
    if (!last) return written;
    after = last.hash;
  }
}

const NEWLINE = 10;

/** Chunks that end where a line does. @throws Error if the last line has no end */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
    }
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
  if (rest.length > 0) throw new Error('Rows of an export ended within a line');
}

function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a backup. */
export interface StoredFile {
  /** Path below the backup. */
  file: string;
  bytes: number;
  sha256: string;
}

/** The rows of a table or of one partition. */
export interface StoredTable extends StoredFile {
  name: string;
  rows: number;
  columns: string[];
  /** Parent table, bound and settings of a partition. */
  partition?: { of: string; bound: string; options: string[] };
}

export interface StoredBlobs extends StoredFile {
  /** How many blobs the list in the file has, and their bytes. */
  blobs: number;
  blobBytes: number;
}

export interface StoredDatabase {
  /** The moment whose state it is. */
  at: string;
  /** Migrations that had been run, in their order. */
  migrations: string[];
  tables: StoredTable[];
  /** The last value of each sequence that was used. */
  sequences: Record<string, string>;
  /** Key id → fingerprint of the keys at rest. The keys are not in the backup. */
  keys: Record<string, string>;
  /** Null if it was not known where they are. */
  blobs: StoredBlobs | null;
}

export interface Manifest {
  format: 1;
  startedAt: string;
  finishedAt: string;
  version: string;
  commit: string;
  postgres: string;
  databases: Record<string, StoredDatabase>;
}

const FILE = 'manifest.json';

/** The last file of a backup: without it there is none. */
export function writeManifest(dir: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  writeFileSync(join(dir, `${FILE}.sha256`), `${sha256(text)}  ${FILE}\n`, { mode: 0o600 });
  writeFileSync(join(dir, `${FILE}.new`), text, { mode: 0o600 });
  renameSync(join(dir, `${FILE}.new`), join(dir, FILE));
}

/** @throws Error if there is none, it was changed, or a newer version wrote it */
export function readManifest(dir: string): Manifest {
  const text = read(join(dir, FILE));
  if (read(join(dir, `${FILE}.sha256`)).split(' ')[0] !== sha256(text))
    throw new Error(`${FILE} does not match its sum`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`${FILE} is of a newer version`);
  return manifest;
}

/** Every file that the manifest names. */
export const filesOf = ({ tables, blobs }: StoredDatabase): StoredFile[] => [...tables, ...(blobs ? [blobs] : [])];

export const rowsOf = ({ tables }: StoredDatabase): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(`No backup is there, or it was not finished: ${path} cannot be read`);
  }
}

import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { store, sumOf } from './checked-files.js';
import type { StoredBlobs } from './manifest.js';
import { counted, mebibytes, type Report } from './report.js';

/**
 * Copies the blobs of a database, which are files named by their SHA-256, and lists them. It runs after the rows are stored:
 * a blob is there before a row refers to it, and stays for a day after the last one.
 */
export async function storeBlobs(from: string, name: string, dir: string, report: Report): Promise<StoredBlobs> {
  const listed = { blobs: 0, blobBytes: 0 };
  async function* lines(): AsyncGenerator<string> {
    for await (const path of blobsBelow(from)) {
      const place = join(dir, name, 'blobs', path);
      await copy(join(from, path), place);
      const { bytes, sha256 } = await sumOf(place);
      if (sha256 !== basename(path)) throw new Error(`The blob ${path} of ${name} is damaged`);
      listed.blobs += 1;
      listed.blobBytes += bytes;
      report.progress(() => `  ${name}: ${counted(listed.blobs)} blobs, ${mebibytes(listed.blobBytes)}`);
      yield `${path}\n`;
    }
  }
  const file = await store(dir, `${name}/blobs.list.gz`, Readable.from(lines()));
  return { ...file, ...listed };
}

/** @throws Error if a blob is missing or damaged */
export async function verifyBlobs(dir: string, name: string, blobs: StoredBlobs, report: Report): Promise<void> {
  let count = 0;
  for await (const path of listedBlobs(dir, blobs)) {
    const { sha256 } = await sumOf(join(dir, name, 'blobs', path));
    if (sha256 !== basename(path)) throw new Error(`${name}/blobs/${path} is not what was backed up`);
    count += 1;
    report.progress(() => `  ${name}: ${counted(count)} of ${counted(blobs.blobs)} blobs checked`);
  }
  if (count !== blobs.blobs) throw new Error(`${name}: the list has ${count} blobs, not ${blobs.blobs}`);
}

export async function restoreBlobs(
  dir: string,
  name: string,
  blobs: StoredBlobs,
  to: string,
  report: Report,
): Promise<void> {
  let count = 0;
  for await (const path of listedBlobs(dir, blobs)) {
    await copy(join(dir, name, 'blobs', path), join(to, path));
    count += 1;
    report.progress(() => `  ${name}: ${counted(count)} of ${counted(blobs.blobs)} blobs`);
  }
}

/** Whether nothing is kept there. */
export function holdsNothing(blobDir: string): boolean {
  return !existsSync(blobDir) || readdirSync(blobDir).every((entry) => entry.startsWith('.'));
}

/** Paths of the blobs; what is still being received is not one. */
async function* blobsBelow(root: string, dir = root): AsyncGenerator<string> {
  if (!existsSync(dir)) return;
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* blobsBelow(root, path);
    else yield relative(root, path);
  }
}

async function* listedBlobs(dir: string, { file }: StoredBlobs): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(join(dir, file)).pipe(createGunzip()) });
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to);
}

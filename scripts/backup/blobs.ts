import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BlobPlace } from './blob-places.js';
import { store, sumOf } from './checked-files.js';
import type { StoredBlobs } from './manifest.js';
import { counted, mebibytes, type Report } from './report.js';

/** Blobs that are copied or checked at the same time. */
const AT_ONCE = 16;

/**
 * Copies the blobs of a database, which are named by their SHA-256, and lists them. It runs after the rows are stored: a blob is
 * there before a row refers to it, and stays for a day after the last one.
 */
export async function storeBlobs(from: BlobPlace, name: string, dir: string, report: Report): Promise<StoredBlobs> {
  const listed = { blobs: 0, blobBytes: 0 };
  const storeOne = async (path: string): Promise<string> => {
    const file = join(dir, name, 'blobs', path);
    if (!(await from.take(path, file))) return '';
    const { bytes, sha256 } = await sumOf(file);
    if (sha256 !== basename(path)) throw new Error(`The blob ${path} of ${name} is damaged`);
    listed.blobs += 1;
    listed.blobBytes += bytes;
    report.progress(() => `  ${name}: ${counted(listed.blobs)} blobs, ${mebibytes(listed.blobBytes)}`);
    return `${path}\n`;
  };
  async function* lines(): AsyncGenerator<string> {
    for await (const paths of groupsOf(from.list())) yield (await Promise.all(paths.map(storeOne))).join('');
  }
  const file = await store(dir, `${name}/blobs.list.gz`, Readable.from(lines()));
  return { ...file, ...listed };
}

/** @throws Error if a blob is missing or damaged */
export async function verifyBlobs(dir: string, name: string, blobs: StoredBlobs, report: Report): Promise<void> {
  let count = 0;
  const verifyOne = async (path: string): Promise<void> => {
    const { sha256 } = await sumOf(join(dir, name, 'blobs', path));
    if (sha256 !== basename(path)) throw new Error(`${name}/blobs/${path} is not what was backed up`);
    count += 1;
    report.progress(() => `  ${name}: ${counted(count)} of ${counted(blobs.blobs)} blobs checked`);
  };
  for await (const paths of groupsOf(listedBlobs(dir, blobs))) await Promise.all(paths.map(verifyOne));
  if (count !== blobs.blobs) throw new Error(`${name}: the list has ${count} blobs, not ${blobs.blobs}`);
}

export async function restoreBlobs(
  dir: string,
  name: string,
  blobs: StoredBlobs,
  to: BlobPlace,
  report: Report,
): Promise<void> {
  let count = 0;
  const restoreOne = async (path: string): Promise<void> => {
    await to.put(path, join(dir, name, 'blobs', path));
    count += 1;
    report.progress(() => `  ${name}: ${counted(count)} of ${counted(blobs.blobs)} blobs`);
  };
  for await (const paths of groupsOf(listedBlobs(dir, blobs))) await Promise.all(paths.map(restoreOne));
}

async function* listedBlobs(dir: string, { file }: StoredBlobs): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(join(dir, file)).pipe(createGunzip()) });
}

async function* groupsOf(paths: AsyncIterable<string>): AsyncGenerator<string[]> {
  let group: string[] = [];
  for await (const path of paths) {
    if (group.push(path) < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

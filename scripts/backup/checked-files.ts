import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { StoredFile } from './manifest.js';

/** Writes a stream, compressed, and flushes it to disk. `onBytes` hears how many bytes it had so far. */
export async function store(
  dir: string,
  file: string,
  content: Readable,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<StoredFile> {
  const path = join(dir, file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const sum = summing();
  // Level 1: the disk and Postgres are the bounds then, not the processor.
  const zip = createGzip({ level: 1 });
  const out = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  await pipeline(content, counting(onBytes), zip, sum.stream, out);
  await flush(path);
  return { file, ...sum.result() };
}

/** Reads the content that {@link store} was given. */
export function stored(dir: string, { file }: StoredFile): Readable {
  const compressed = createReadStream(join(dir, file));
  const content = createGunzip();
  compressed.once('error', (error) => content.destroy(error));
  return compressed.pipe(content);
}

/** @throws Error if the file is missing or is another */
export async function verify(dir: string, { file, bytes, sha256 }: StoredFile): Promise<void> {
  const found = await sumOf(join(dir, file));
  if (found.bytes !== bytes || found.sha256 !== sha256) throw new Error(`${file} is not what was backed up`);
}

export async function sumOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const sum = summing();
  sum.stream.resume();
  await pipeline(createReadStream(path), sum.stream);
  return sum.result();
}

function summing(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

function counting(onBytes: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

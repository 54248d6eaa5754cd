import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { DataKey } from '#libs/core/secrets';
import { Blobs } from '#libs/core/storage';

/** Bytes of a piece of a file; each piece is sealed by itself, so that a file can be read from any place. */
const PIECE = 65_536;
/** Nonce and tag of AES-256-GCM. */
const SEAL = 28;
const SEALED_PIECE = PIECE + SEAL;

/** The content of a file, readable from any place. */
export interface OpenedFile {
  bytes: number;
  /** Reads a part, both ends included; all of it if absent. */
  read(range?: { start: number; end: number }): AsyncIterable<Buffer>;
}

export interface StoredFile {
  hash: string;
  /** Bytes of the plain content. */
  bytes: number;
  key: DataKey;
}

/**
 * Files of contacts at rest. Each is sealed under a random key of its own: without the key, no copy of it can be read, also
 * not in a backup.
 */
@Injectable()
export class SealedFiles {
  constructor(private readonly blobs: Blobs) {}

  /** @throws BlobTooLarge (413), StorageUnavailable (503), and what the source throws */
  async store(tenantId: TenantId, source: AsyncIterable<Buffer>, maxBytes: number): Promise<StoredFile> {
    const key = DataKey.generate();
    let bytes = 0;
    const sealed = async function* () {
      let index = 0;
      for await (const piece of piecesOf(source, PIECE)) {
        bytes += piece.length;
        yield key.seal(purposeOf(index++), piece);
      }
    };
    const maxSealed = maxBytes + (Math.ceil(maxBytes / PIECE) + 1) * SEAL;
    const { hash } = await this.blobs.write(tenantId, sealed(), maxSealed);
    return { hash, bytes, key };
  }

  /** The content of a stored file. Its streams fail with BlobNotFound, BrokenSeal or StorageUnavailable. */
  open(tenantId: TenantId, { hash, bytes, key }: StoredFile): OpenedFile {
    const { blobs } = this;
    return {
      bytes,
      async *read({ start, end } = { start: 0, end: bytes - 1 }) {
        if (end < start) return;
        const first = Math.floor(start / PIECE);
        const sealed = await blobs.read(tenantId, hash, {
          start: first * SEALED_PIECE,
          end: Math.min((Math.floor(end / PIECE) + 1) * SEALED_PIECE, sealedBytes(bytes)) - 1,
        });
        let index = first;
        for await (const piece of piecesOf(sealed as AsyncIterable<Buffer>, SEALED_PIECE)) {
          const plain = key.openBytes(purposeOf(index), piece);
          const from = index * PIECE;
          yield plain.subarray(Math.max(0, start - from), end - from + 1);
          index += 1;
        }
      },
    };
  }
}

/** A piece opens only at its own place. The name is in files of imports that have not ended. */
const purposeOf = (index: number) => `import-file ${index}`;

const sealedBytes = (bytes: number) => bytes + Math.ceil(bytes / PIECE) * SEAL;

/** The same bytes in buffers of one size, but for the last one. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const joined = Buffer.concat(parts, length);
    let at = 0;
    for (; length - at >= size; at += size) yield joined.subarray(at, at + size);
    parts = at < length ? [joined.subarray(at)] : [];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(parts, length);
}

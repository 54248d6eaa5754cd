import { Injectable } from '@nestjs/common';
import { csvLines } from '#libs/core/http';
import { DataKey } from '#libs/core/secrets';
import type { ExportedContacts } from '../contact-list/contact-export.service.js';
import { xlsxBytes } from '../contact-list/xlsx-file.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { type OpenedFile, SealedFiles, type StoredFile } from '../sealed-files/sealed-files.js';
import type { ContactExportFile } from './contact-export-file.entity.js';
import { MAX_FILE_BYTES } from './export-values.js';

/** Columns of a finished export that describe its file. */
export type FileOfExport = Pick<ContactExportFile, 'blobHash' | 'fileBytes' | 'sealedKey'>;

/** The sealed files of exports. */
@Injectable()
export class ExportFiles {
  constructor(private readonly files: SealedFiles) {}

  /** Stores the file as its rows come. @throws BlobTooLarge, StorageUnavailable, and what the rows throw */
  async store({ tenantId, format, delimiter }: ContactExportFile, contacts: ExportedContacts): Promise<StoredFile> {
    const { columns, batches } = contacts;
    const chunks = format === 'xlsx' ? xlsxBytes(columns, batches) : csvLines(columns, batches, delimiter ?? ',');
    return this.files.store(tenantId, inBuffers(chunks), MAX_FILE_BYTES);
  }

  /** Makes the columns that describe a stored file. Its key is sealed under that of the tenant. */
  describe({ id }: ContactExportFile, { hash, bytes, key }: StoredFile, cipher: TenantCipher): FileOfExport {
    return { blobHash: hash, fileBytes: bytes, sealedKey: sealKey(id, key, cipher) };
  }

  /** The content of a file; null if the row has none. */
  open({ tenantId, id, blobHash, fileBytes, sealedKey }: ContactExportFile, cipher: TenantCipher): OpenedFile | null {
    if (blobHash === null || fileBytes === null || sealedKey === null) return null;
    const key = DataKey.fromBytes(cipher.openBytes(keyPurpose(id), sealedKey));
    return this.files.open(tenantId, { hash: blobHash, bytes: fileBytes, key });
  }
}

const keyPurpose = (id: string) => `export key ${id}`;

const sealKey = (id: string, key: DataKey, cipher: TenantCipher): Buffer =>
  cipher.sealBytes(keyPurpose(id), key.exportBytes());

async function* inBuffers(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk as string);
}

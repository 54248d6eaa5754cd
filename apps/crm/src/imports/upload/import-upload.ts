import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Problem, readUpload } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { bindColumns } from '../rows/import-columns.js';
import { SealedFiles, type StoredFile } from '../../sealed-files/sealed-files.js';
import { fileTooLarge, invalidFile, invalidUpload } from '../import-problems.js';
import { readHeader, readTable } from '../import-reader.js';
import { type ImportRequest, parseImportConfig, parseReadingConfig, type ReadingRequest } from './import-request.js';
import { MAX_FILE_BYTES } from '../import-values.js';
import { Sniffer, type Sniffed } from '../table/sniffer.js';
import { InvalidTable } from '../table/table.js';

const MAX_CONFIG_BYTES = 256 * 1024;
const FILE_NAME_MAX = 200;

/** A stored file and what is to be done with it. */
export interface UploadedImport {
  request: ImportRequest;
  file: StoredFile & Sniffed;
  fileName: string;
}

/** A stored file, and how it is to be read. */
export interface UploadedFile {
  stored: StoredFile;
  sniffer: Sniffer;
  reading: ReadingRequest;
}

/** Receives files to import: sealed and stored as they arrive, never whole in memory. */
@Injectable()
export class ImportUpload {
  constructor(private readonly files: SealedFiles) {}

  /** @throws Problem ValidationError, InvalidJson, PayloadTooLarge, Unprocessable for a file or mapping that cannot work */
  async receive(request: IncomingMessage, tenantId: TenantId): Promise<UploadedImport> {
    const { stored, sniffer, fileName, config } = await this.store(request, tenantId);
    if (config === undefined) throw invalidUpload('config');
    const asked = parseImportConfig(config);
    const file = await this.checked(tenantId, stored, sniffer, asked);
    return { request: asked, file, fileName: [...fileName].slice(0, FILE_NAME_MAX).join('') };
  }

  /** A file that is only looked at; its config may be absent. @throws the same */
  async receiveFile(request: IncomingMessage, tenantId: TenantId): Promise<UploadedFile> {
    const { stored, sniffer, config } = await this.store(request, tenantId);
    return { stored, sniffer, reading: parseReadingConfig(config ?? '{}') };
  }

  private async store(request: IncomingMessage, tenantId: TenantId) {
    const limits = { maxBytes: MAX_FILE_BYTES, maxFields: 1, maxFieldBytes: MAX_CONFIG_BYTES };
    const { files, fields } = await readUpload(request, limits, async ({ field, fileName, content }) => {
      if (field !== 'arquivo') throw invalidUpload(field);
      const sniffer = new Sniffer();
      const stored = await this.files.store(tenantId, sniffer.through(content), MAX_FILE_BYTES);
      return { fileName, stored, sniffer };
    }).catch(inPortuguese);
    const unknown = [...fields.keys()].find((name) => name !== 'config');
    if (unknown !== undefined) throw invalidUpload(unknown);
    const [received] = files;
    if (!received) throw invalidUpload('arquivo');
    return { ...received, config: fields.get('config') };
  }

  /** Reads the beginning of a file, and adds its format. @throws Problem if it cannot be read, or lacks a mapped column */
  private async checked(
    tenantId: TenantId,
    stored: StoredFile,
    sniffer: Sniffer,
    { mapping, options, reading }: ImportRequest,
  ): Promise<StoredFile & Sniffed> {
    try {
      const sniffed = sniffer.result(reading);
      const rows = readTable(this.files.open(tenantId, stored), { ...sniffed, options });
      const { cells } = await readHeader(rows, options.headerRow);
      await rows.return(undefined);
      bindColumns(cells, mapping, options.columns);
      return { ...stored, ...sniffed };
    } catch (error) {
      throw error instanceof InvalidTable ? invalidFile(error.message) : error;
    }
  }
}

/** The reader's own refusals are in English. */
function inPortuguese(error: unknown): never {
  if (!(error instanceof Problem) || error.extra) throw error;
  if (error.code === 'PayloadTooLarge') throw fileTooLarge(MAX_FILE_BYTES);
  throw error.code === 'ValidationError' ? invalidUpload('arquivo') : error;
}

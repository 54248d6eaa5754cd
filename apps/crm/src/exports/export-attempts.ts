import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { ContactExportService, type ExportedContacts } from '../contact-list/contact-export.service.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { ContactExportFile } from './contact-export-file.entity.js';
import { ContactExportFileRepository } from './contact-export-file.repository.js';
import { ExportFiles, type FileOfExport } from './export-files.js';
import { ExportFilters } from './export-filters.js';
import { ERASED_MEANWHILE, ImpossibleExport, TOO_LONG_FOR_XLSX } from './export-problems.js';
import { type ExportState, FILTERS_PURPOSE, MAX_CONTACTS, XLSX_MAX_CONTACTS } from './export-values.js';

/** So often an export begins at most: each time a contact of it may be erased. */
const MAX_STARTS = 20;
/** Contacts between two notes of how far an attempt is. */
const NOTED = 5_000;
/** A failed export runs when an operator retries its job. */
const RUNNABLE: readonly ExportState[] = ['waiting', 'running', 'failed'];

/** The attempt may not finish the file: another one began, a contact of it was erased, or it was deleted. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** An attempt to write a file, and its rows. */
export interface ExportAttempt {
  file: ContactExportFile;
  cipher: TenantCipher;
  contacts: ExportedContacts;
}

/** File of an attempt, with the number of contacts that it has. */
export interface WrittenFile extends FileOfExport {
  written: number;
}

/** Attempts to write the files of exports. Each writes from the beginning, and one at most finishes. */
@Injectable()
export class ExportAttempts {
  constructor(
    private readonly database: Database,
    private readonly exports: ContactExportFileRepository,
    private readonly filters: ExportFilters,
    private readonly files: ExportFiles,
    private readonly contacts: ContactExportService,
    private readonly keys: TenantKeys,
  ) {}

  /** Begins an attempt, which ends the ones before; null if there is nothing to write. @throws ImpossibleExport */
  async begin(tenantId: TenantId, id: string): Promise<ExportAttempt | null> {
    const cipher = await this.keys.cipherOf(tenantId);
    const file = await this.database.tenant(tenantId, (tx) => this.start(tx, tenantId, id));
    if (!file?.sealedFilters) return null;
    const texts = JSON.parse(cipher.open(FILTERS_PURPOSE, file.sealedFilters)) as Record<string, string>;
    const filter = await this.filters.parse(tenantId, texts).catch(asImpossible);
    const limit = file.rowLimit ?? MAX_CONTACTS;
    const total = await this.filters.count(tenantId, filter, limit);
    await this.database.tenant(tenantId, (tx) => this.exports.update(tx, file, { total }));
    return { file, cipher, contacts: await this.contacts.read(tenantId, filter, limit) };
  }

  /**
   * Stores the file of an attempt.
   * @param check is called before rows are taken, and may throw
   * @throws Superseded, ImpossibleExport, BlobTooLarge, StorageUnavailable
   */
  async write({ file, cipher, contacts }: ExportAttempt, check: () => void): Promise<WrittenFile> {
    const progress = { written: 0 };
    const batches = this.counted(file, contacts.batches, progress, check);
    const stored = await this.files.store(file, { ...contacts, batches });
    return { ...this.files.describe(file, stored, cipher), ...progress };
  }

  /** The row as the attempt leaves it; null if nothing is to be written. No contact is read before it. */
  private async start(tx: EntityManager, tenantId: TenantId, id: string): Promise<ContactExportFile | null> {
    const found = await this.exports.lockForUpdate(tx, tenantId, id);
    if (!found?.sealedFilters || !RUNNABLE.includes(found.state)) return null;
    if (found.starts >= MAX_STARTS) throw new ImpossibleExport(ERASED_MEANWHILE);
    const changes = {
      state: 'running',
      attempt: found.attempt + 1,
      starts: found.starts + 1,
      written: 0,
      failure: null,
      startedAt: found.startedAt ?? new Date(),
      finishedAt: null,
    } as const satisfies Partial<ContactExportFile>;
    await this.exports.update(tx, found, changes);
    return { ...found, ...changes };
  }

  private async *counted(
    file: ContactExportFile,
    batches: AsyncIterable<readonly ContactRecord[]>,
    progress: { written: number },
    check: () => void,
  ): AsyncGenerator<readonly ContactRecord[]> {
    let noted = 0;
    for await (const rows of batches) {
      check();
      progress.written += rows.length;
      if (file.format === 'xlsx' && progress.written > XLSX_MAX_CONTACTS) throw new ImpossibleExport(TOO_LONG_FOR_XLSX);
      yield rows;
      if (progress.written - noted < NOTED) continue;
      noted = progress.written;
      const isOurs = await this.database.tenant(file.tenantId, (tx) => this.exports.noteWritten(tx, file, noted));
      if (!isOurs) throw new Superseded();
    }
  }
}

/** A field of the filters may have been deleted meanwhile. */
function asImpossible(error: unknown): never {
  throw error instanceof Problem && error.code === 'Unprocessable' ? new ImpossibleExport(error.message) : error;
}

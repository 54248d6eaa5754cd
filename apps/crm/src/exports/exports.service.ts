import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { type CsvDelimiter, isUuid } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { ContactExport } from '../contact-list/contact-export.entity.js';
import { filterNames } from '../contact-list/contact-export.service.js';
import type { FilterParameters } from '../contact-list/dto/filter-texts.js';
import { inDays } from '../in-days.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { OpenedFile } from '../sealed-files/sealed-files.js';
import { ContactExportFile } from './contact-export-file.entity.js';
import { ContactExportFileRepository } from './contact-export-file.repository.js';
import { ExportFilters } from './export-filters.js';
import { ExportFiles } from './export-files.js';
import { WRITE_EXPORT_JOB } from './export-jobs.js';
import {
  delimiterOfXlsx,
  noFile,
  notFinished,
  notFound,
  tooLongForXlsx,
  tooManyFiles,
  tooManyUnfinished,
} from './export-problems.js';
import {
  type ExportFormat,
  FILTERS_PURPOSE,
  MAX_CONTACTS,
  MAX_LIVE,
  MAX_UNFINISHED,
  UNFINISHED_DAYS,
  UNFINISHED_STATES,
  XLSX_MAX_CONTACTS,
} from './export-values.js';

/** Order of a user for an export. */
export interface NewExport {
  format: ExportFormat;
  delimiter: CsvDelimiter | undefined;
  filters: FilterParameters;
  limit: number | undefined;
}

/** A finished export with its content. */
export interface FinishedExport {
  file: ContactExportFile;
  content: OpenedFile;
}

/** The exports of a tenant that jobs write. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly database: Database,
    private readonly exports: ContactExportFileRepository,
    private readonly filters: ExportFilters,
    private readonly files: ExportFiles,
    private readonly keys: TenantKeys,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Accepts an export, which a job writes.
   * @throws Problem Unprocessable for filters that are not valid and more contacts than the format holds, Conflict at a limit,
   * ServiceUnavailable if the audit log takes no entry
   */
  async create(tenantId: TenantId, authorId: string, asked: NewExport): Promise<ContactExportFile> {
    if (asked.format === 'xlsx' && asked.delimiter) throw delimiterOfXlsx();
    const filter = await this.filters.parse(tenantId, asked.filters);
    const total = await this.filters.count(tenantId, filter, asked.limit ?? MAX_CONTACTS);
    if (asked.format === 'xlsx' && total > XLSX_MAX_CONTACTS) throw tooLongForXlsx();
    const cipher = await this.keys.cipherOf(tenantId);
    const sealedFilters = cipher.seal(FILTERS_PURPOSE, JSON.stringify(asked.filters));
    const file = newFile(tenantId, authorId, asked, { sealedFilters, total });
    await this.database.tenant(tenantId, async (tx) => {
      const { unfinished, live } = await this.exports.lockAndCount(tx, tenantId);
      if (unfinished >= MAX_UNFINISHED) throw tooManyUnfinished();
      if (live >= MAX_LIVE) throw tooManyFiles();
      const filters = filterNames(filter);
      const record = { tenantId, id: file.id, authorId, filters, rowLimit: asked.limit ?? total };
      await tx.insert(ContactExport, record);
      await this.exports.insert(tx, file);
      await this.outbox.enqueue(tx, WRITE_EXPORT_JOB, [{ tenantId, payload: { exportId: file.id } }]);
      const after = { filters, limit: file.rowLimit, format: file.format };
      await recordTrail(tx, { action: 'contact.exported', object: objectOf(file), tenantId, after });
    });
    return file;
  }

  async listPage(tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<ContactExportFile>> {
    return this.database.tenant(tenantId, (tx) => this.exports.listPage(tx, tenantId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<ContactExportFile | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => this.exports.find(tx, tenantId, id));
  }

  /**
   * Opens a finished file, which is recorded before.
   * @throws Problem NotFound, Conflict while it is being written, Gone without a file, ServiceUnavailable if the audit log takes
   * no entry
   */
  async open(tenantId: TenantId, id: string): Promise<FinishedExport> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const file = await this.exports.lockForUpdate(tx, tenantId, id);
      if (!file) throw notFound();
      if (isUnfinished(file)) throw notFinished();
      const content = this.files.open(file, cipher);
      if (!content || isOver(file)) throw noFile(file.failure);
      await recordTrail(tx, { action: 'contact.export-downloaded', object: objectOf(file), tenantId });
      return { file, content };
    });
  }

  /** Deletes an export and its file; one that is being written stops. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const file = await this.exports.lockForUpdate(tx, tenantId, id);
      if (!file) throw notFound();
      await this.exports.delete(tx, file);
      await recordTrail(tx, { action: 'contact.export-deleted', object: objectOf(file), tenantId });
    });
  }
}

const objectOf = ({ id }: ContactExportFile) => ({ type: 'contact-export', id });

const isUnfinished = ({ state }: ContactExportFile): boolean => UNFINISHED_STATES.some((one) => one === state);

/** True from the end of its time on, also before the housekeeping has come by. */
const isOver = ({ expiresAt }: ContactExportFile): boolean => !expiresAt || expiresAt.getTime() <= Date.now();

function newFile(
  tenantId: TenantId,
  authorId: string,
  { format, delimiter, filters, limit }: NewExport,
  values: Pick<ContactExportFile, 'sealedFilters' | 'total'>,
): ContactExportFile {
  return {
    ...values,
    tenantId,
    id: v7(),
    authorId,
    state: 'waiting',
    format,
    delimiter: format === 'csv' ? (delimiter ?? ',') : null,
    filters: Object.keys(filters),
    rowLimit: limit ?? null,
    written: 0,
    attempt: 0,
    starts: 0,
    failure: null,
    blobHash: null,
    fileBytes: null,
    sealedKey: null,
    createdAt: new Date(),
    startedAt: null,
    finishedAt: null,
    expiresAt: inDays(UNFINISHED_DAYS),
  };
}

import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import type { CsvDownload } from '#libs/core/http';
import { Database, type KeysetPosition, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import { CustomFields } from '../custom-fields/custom-fields.js';
import { exportColumns } from './contact-export-columns.js';
import { ContactExport } from './contact-export.entity.js';
import type { ContactFilter } from './contact-filter.js';
import { ContactListService } from './contact-list.service.js';

/** Contacts in a file that is answered directly at most; a job writes larger ones. */
export const EXPORT_MAX = 10_000;
const ROWS_A_READ = 500;

/** The columns and rows of a file of contacts. */
export type ExportedContacts = Pick<CsvDownload<ContactRecord>, 'columns' | 'batches'>;

/** Contacts as files. */
@Injectable()
export class ContactExportService {
  constructor(
    private readonly database: Database,
    private readonly list: ContactListService,
    private readonly customFields: CustomFields,
  ) {}

  /**
   * Records an export, and returns its file. The file reads page by page: no transaction is open while a client reads.
   * @throws Problem ServiceUnavailable if the audit log takes no entry: nothing leaves without one
   */
  async start(tenantId: TenantId, authorId: string, filter: ContactFilter, limit: number): Promise<ExportedContacts> {
    const id = v7();
    const filters = filterNames(filter);
    await this.database.tenant(tenantId, async (tx) => {
      await tx.insert(ContactExport, { tenantId, id, authorId, filters, rowLimit: limit });
      const object = { type: 'contact-export', id };
      await recordTrail(tx, { action: 'contact.exported', object, tenantId, after: { filters, limit } });
    });
    return this.read(tenantId, filter, limit);
  }

  /** The columns and rows of a file, newest first, which nothing records. The next rows are read once these are taken. */
  async read(tenantId: TenantId, filter: ContactFilter, limit: number): Promise<ExportedContacts> {
    const fields = await this.database.tenant(tenantId, (tx) => this.customFields.list(tx, tenantId));
    return { columns: exportColumns(fields), batches: this.pages(tenantId, filter, limit) };
  }

  private async *pages(
    tenantId: TenantId,
    filter: ContactFilter,
    most: number,
  ): AsyncGenerator<readonly ContactRecord[]> {
    let after: KeysetPosition | undefined;
    for (let rows = 0; rows < most; rows += ROWS_A_READ) {
      const limit = Math.min(ROWS_A_READ, most - rows);
      const { items, next } = await this.list.listPage(tenantId, filter, { limit, after });
      yield items;
      if (!next) return;
      after = next;
    }
  }
}

/** The names of filters; their values may be personal. */
export const filterNames = (filter: ContactFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));

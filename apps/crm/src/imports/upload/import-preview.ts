import { Injectable } from '@nestjs/common';
import { Database, type TenantId } from '#libs/core/persistence';
import { AccountSettingsRepository } from '../../account-settings/account-settings.repository.js';
import { CustomFields } from '../../custom-fields/custom-fields.js';
import { distinctNames } from '../rows/import-columns.js';
import { type GuessedColumn, guessFields } from '../rows/import-guess.js';
import { SealedFiles } from '../../sealed-files/sealed-files.js';
import { invalidFile } from '../import-problems.js';
import { readHeader, readTable } from '../import-reader.js';
import { isBlankRow } from '../rows/import-row.js';
import type { UploadedFile } from './import-upload.js';
import { InvalidTable, type TableRow } from '../table/table.js';
import type { Sniffed } from '../table/sniffer.js';
import { listSheets } from '../table/xlsx-table.js';

const ROWS = 10;

/** Content of a file, before it is imported. */
export interface ImportPreview extends Sniffed {
  /** Sheets of a workbook. */
  sheets: string[] | null;
  sheet: string | null;
  headerRow: number;
  columns: GuessedColumn[];
  rows: TableRow[];
}

/** Looks into files that are to be imported. The file is stored sealed, and its key forgotten: the next sweep deletes it. */
@Injectable()
export class ImportPreviews {
  constructor(
    private readonly database: Database,
    private readonly files: SealedFiles,
    private readonly accounts: AccountSettingsRepository,
    private readonly customFields: CustomFields,
  ) {}

  /** @throws Problem Unprocessable for a file that cannot be read */
  async read(tenantId: TenantId, { stored, sniffer, reading }: UploadedFile): Promise<ImportPreview> {
    const { country, fields } = await this.database.tenant(tenantId, async (tx) => ({
      country: (await this.accounts.get(tx, tenantId)).country,
      fields: await this.customFields.list(tx, tenantId),
    }));
    try {
      const sniffed = sniffer.result(reading);
      const file = this.files.open(tenantId, stored);
      const sheets = sniffed.format === 'xlsx' ? await listSheets(file) : null;
      const table = readTable(file, { ...sniffed, options: reading });
      const header = await readHeader(table, reading.headerRow ?? null);
      const rows = await firstRows(table);
      const names = distinctNames(header.cells);
      const cells = rows.map((row) => row.cells);
      return {
        ...sniffed,
        sheets,
        sheet: reading.sheet,
        headerRow: header.number,
        columns: guessFields(names, cells, fields, country),
        rows,
      };
    } catch (error) {
      throw error instanceof InvalidTable ? invalidFile(error.message) : error;
    }
  }
}

async function firstRows(table: AsyncGenerator<TableRow>): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of table) {
    if (!isBlankRow(row)) rows.push(row);
    if (rows.length === ROWS) break;
  }
  return rows;
}

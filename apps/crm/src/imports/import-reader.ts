import { Injectable } from '@nestjs/common';
import { DataKey } from '#libs/core/secrets';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { ContactImport } from './contact-import.entity.js';
import { bindColumns, type BoundColumn } from './rows/import-columns.js';
import { SealedFiles } from '../sealed-files/sealed-files.js';
import { isBlankRow } from './rows/import-row.js';
import type { ImportOptions } from './import-values.js';
import { readCsv } from './table/csv-table.js';
import { readXlsx } from './table/xlsx-table.js';
import { InvalidTable, type TableFile, type TableRow } from './table/table.js';

const KEY_PURPOSE = 'import key';

/** An opened file: the columns that the mapping names, and the rows with data. */
export interface OpenTable {
  columns: BoundColumn[];
  rows: AsyncIterable<TableRow>;
}

/** The key of an import's file as it is stored. */
export const sealFileKey = (cipher: TenantCipher, importId: string, key: DataKey): Buffer =>
  cipher.sealBytes(`${KEY_PURPOSE} ${importId}`, key.exportBytes());

/** Reads the file of an import. */
@Injectable()
export class ImportReader {
  constructor(private readonly files: SealedFiles) {}

  /** Reads from the beginning. @throws InvalidTable, here or while the rows are read */
  async open(contactImport: ContactImport, cipher: TenantCipher): Promise<OpenTable> {
    const { mapping, options } = contactImport;
    const rows = readTable(this.fileOf(contactImport, cipher), contactImport);
    const { cells } = await readHeader(rows, options.headerRow);
    return { columns: bindColumns(cells, mapping, options.columns), rows: withData(rows) };
  }

  private fileOf({ tenantId, id, blobHash, sealedKey, fileBytes }: ContactImport, cipher: TenantCipher): TableFile {
    if (!blobHash || !sealedKey) throw new InvalidTable('O arquivo já foi apagado.');
    const key = DataKey.fromBytes(cipher.openBytes(`${KEY_PURPOSE} ${id}`, sealedKey));
    return this.files.open(tenantId, { hash: blobHash, bytes: fileBytes, key });
  }
}

/** Kind of a file, and the sheet of it that is read. */
export type ReadAs = Pick<ContactImport, 'format' | 'encoding' | 'delimiter'> & {
  options: Pick<ImportOptions, 'sheet'>;
};

/** The rows of a file, that of the column names included. */
export function readTable(file: TableFile, { format, encoding, delimiter, options }: ReadAs): AsyncGenerator<TableRow> {
  if (format === 'csv' && encoding && delimiter) return readCsv(file, { encoding, delimiter });
  return readXlsx(file, options.sheet);
}

/**
 * Reads to the row that has the names of the columns.
 * @param number its number in the file; null for the first row with data
 * @throws InvalidTable if there is none
 */
export async function readHeader(rows: AsyncIterator<TableRow>, number: number | null): Promise<TableRow> {
  for (;;) {
    const { done, value } = await rows.next();
    if (done && number === null) throw new InvalidTable('O arquivo está vazio.');
    if (done || (number !== null && value.number > number && number > 1))
      throw new InvalidTable(`O arquivo não tem nomes de colunas na linha ${number}.`);
    if (number === null ? !isBlankRow(value) : value.number >= number) return value;
  }
}

async function* withData(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  for await (const row of rows) if (!isBlankRow(row)) yield row;
}

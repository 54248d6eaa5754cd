import { Injectable } from '@nestjs/common';
import { DataKey } from '#libs/secrets';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { ContactImport } from './contact-import.entity.js';
import { bindColumns, type BoundColumn } from './import-columns.js';
import { ImportFiles } from './import-files.js';
import { isBlankRow } from './import-row.js';
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
  constructor(private readonly files: ImportFiles) {}

  /** Reads from the beginning. @throws InvalidTable, here or while the rows are read */
  async open(contactImport: ContactImport, cipher: TenantCipher): Promise<OpenTable> {
    const rows = readTable(this.fileOf(contactImport, cipher), contactImport);
    const header = await rows.next();
    if (header.done) throw new InvalidTable('O arquivo está vazio.');
    return { columns: bindColumns(header.value.cells, contactImport.mapping), rows: withData(rows) };
  }

  private fileOf({ tenantId, id, blobHash, sealedKey, fileBytes }: ContactImport, cipher: TenantCipher): TableFile {
    if (!blobHash || !sealedKey) throw new InvalidTable('O arquivo já foi apagado.');
    const key = DataKey.fromBytes(cipher.openBytes(`${KEY_PURPOSE} ${id}`, sealedKey));
    return this.files.open(tenantId, { hash: blobHash, bytes: fileBytes, key });
  }
}

/** The rows of a file, that of the column names included. */
export function readTable(
  file: TableFile,
  { format, encoding, delimiter }: Pick<ContactImport, 'format' | 'encoding' | 'delimiter'>,
): AsyncGenerator<TableRow> {
  if (format === 'csv' && encoding && delimiter) return readCsv(file, { encoding, delimiter });
  return readXlsx(file);
}

async function* withData(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  for await (const row of rows) if (!isBlankRow(row)) yield row;
}

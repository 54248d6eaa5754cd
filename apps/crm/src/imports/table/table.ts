export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A row of a table as texts; a missing cell is empty. */
export interface TableRow {
  /** Its number in the file, from 1. */
  number: number;
  cells: string[];
  /** Columns of a sheet, from 0, whose cells hold a number and no text. */
  numeric?: ReadonlySet<number>;
}

/** Reads a file at any place; the ends of a range belong to it. */
export interface TableFile {
  bytes: number;
  read(range?: { start: number; end: number }): AsyncIterable<Buffer>;
}

export const MAX_COLUMNS = 500;
export const MAX_CELL_LENGTH = 32_767;
export const MAX_ROWS = 1_000_000;

/** The file cannot be read as a table, or is larger than a table may be. The message is for the user. */
export class InvalidTable extends Error {
  override readonly name = 'InvalidTable';
}

/** @throws InvalidTable for a row that no spreadsheet has */
export function checkRow({ number, cells }: TableRow): void {
  if (number > MAX_ROWS + 1) throw new InvalidTable(`O arquivo tem mais de ${MAX_ROWS} linhas.`);
  if (cells.length > MAX_COLUMNS) throw new InvalidTable(`A linha ${number} tem mais de ${MAX_COLUMNS} colunas.`);
  if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
    throw new InvalidTable(`A linha ${number} tem uma célula com mais de ${MAX_CELL_LENGTH} caracteres.`);
}

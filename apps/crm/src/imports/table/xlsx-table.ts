import { checkRow, InvalidTable, MAX_CELL_LENGTH, MAX_COLUMNS, type TableFile, type TableRow } from './table.js';
import { SharedStrings } from './shared-strings.js';
import { readWorkbook, type Workbook } from './workbook.js';
import { readXml, type XmlHandlers } from './xml.js';
import { Zip } from './zip.js';

const SHARED_STRINGS = 'xl/sharedStrings.xml';
const DAY_MS = 86_400_000;
/** Day 0 of each way of counting. Excel has a 29 February 1900, so that its days from March 1900 on count from here. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LETTER_A = 64;
const LETTERS = 26;

/** The names of the sheets of a workbook. @throws InvalidTable */
export async function listSheets(file: TableFile): Promise<string[]> {
  return (await readWorkbook(await Zip.open(file))).sheets;
}

/** The rows of a sheet of a workbook, that of the column names included. @throws InvalidTable */
export async function* readXlsx(file: TableFile, wanted: string | null = null): AsyncGenerator<TableRow> {
  const zip = await Zip.open(file);
  const workbook = await readWorkbook(zip, wanted);
  const strings = await SharedStrings.read(zip.has(SHARED_STRINGS) ? zip.read(SHARED_STRINGS) : nothing());
  const sheet = new Sheet(workbook, strings);
  for await (const row of readXml(zip.read(workbook.sheet), sheet, () => sheet.take())) {
    checkRow(row);
    yield row;
  }
}

async function* nothing(): AsyncGenerator<Buffer> {
  yield Buffer.from('<sst/>');
}

const emptyRow = (number: number) => ({ number, cells: [] as string[], numeric: new Set<number>() });

/** Makes rows of a sheet's XML. */
class Sheet implements XmlHandlers {
  #rows: TableRow[] = [];
  #row = emptyRow(0);
  #column = 0;
  #type = '';
  #style = 0;
  #value = '';
  #isValue = false;
  #phonetic = 0;

  constructor(
    private readonly workbook: Workbook,
    private readonly strings: SharedStrings,
  ) {}

  take(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.openRow(attributes['r']);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'rPh') this.#phonetic += 1;
    this.#isValue = (name === 'v' || name === 't') && this.#phonetic === 0;
  }

  text(text: string): void {
    if (!this.#isValue) return;
    this.#value += text;
    if (this.#value.length > MAX_CELL_LENGTH)
      throw new InvalidTable(`A linha ${this.#row.number} tem uma célula com mais de ${MAX_CELL_LENGTH} caracteres.`);
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === 'rPh') this.#phonetic -= 1;
    else if (name === 'c') this.closeCell();
    else if (name === 'row') this.#rows.push(this.#row);
  }

  private openRow(reference: string | undefined): void {
    const number = reference === undefined ? this.#row.number + 1 : Number(reference);
    // Rows in order are needed to continue after the last one that was imported.
    if (!Number.isSafeInteger(number) || number <= this.#row.number)
      throw new InvalidTable('A planilha está danificada.');
    this.#row = emptyRow(number);
    this.#column = 0;
    checkRow(this.#row);
  }

  private openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (this.#column < 1 || this.#column > MAX_COLUMNS)
      throw new InvalidTable(`A linha ${this.#row.number} tem mais de ${MAX_COLUMNS} colunas.`);
    this.#type = t;
    this.#style = Number(s);
    this.#value = '';
  }

  private closeCell(): void {
    const { cells } = this.#row;
    const text = this.textOf(this.#value);
    if (text === '') return;
    while (cells.length < this.#column) cells.push('');
    cells[this.#column - 1] = text;
    if (this.#type === 'n' && !this.workbook.dateStyles[this.#style]) this.#row.numeric.add(this.#column - 1);
  }

  private textOf(value: string): string {
    switch (this.#type) {
      case 's':
        return value === '' ? '' : this.strings.get(Number(value));
      case 'b':
        return value === '1' ? 'true' : 'false';
      case 'n':
        return this.numberOf(value);
      // The error of a formula is no value.
      case 'e':
        return '';
      default:
        return value;
    }
  }

  private numberOf(text: string): string {
    const number = Number(text);
    if (text === '' || !Number.isFinite(number)) return text;
    if (!this.workbook.dateStyles[this.#style]) return String(number);
    const at = new Date((this.workbook.isFrom1904 ? EPOCH_1904 : EPOCH_1900) + Math.floor(number) * DAY_MS);
    return Number.isNaN(at.getTime()) ? text : at.toISOString().slice(0, 10);
  }
}

/** The number of the column of a reference such as `AB12`, from 1; 0 for what is none. */
function columnOf(reference: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - LETTER_A;
  return column;
}

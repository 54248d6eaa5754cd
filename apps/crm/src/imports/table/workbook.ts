import { posix } from 'node:path';
import { InvalidTable } from './table.js';
import { readWholeXml } from './xml.js';
import type { Zip } from './zip.js';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STYLES = 'xl/styles.xml';
const MAX_STYLES = 65_536;
const MAX_SHEETS = 1_000;
/** Number formats of dates that every workbook has. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 22]);

/** Parts of a workbook that are needed to read a sheet. */
export interface Workbook {
  /** The part that has the sheet. */
  sheet: string;
  /** The names of all sheets. */
  sheets: string[];
  /** Days count from 1904, not from 1900. */
  isFrom1904: boolean;
  /** Whether a style shows a date, at the number of the style. */
  dateStyles: boolean[];
}

/** A sheet as the workbook lists it. */
interface ListedSheet {
  name: string;
  relation: string | undefined;
  isHidden: boolean;
}

/**
 * @param wanted a sheet by its name or its number; null for the first one that is shown
 * @throws InvalidTable for what is no workbook, and for a sheet that it does not have
 */
export async function readWorkbook(zip: Zip, wanted: string | null = null): Promise<Workbook> {
  const listed: ListedSheet[] = [];
  let isFrom1904 = false;
  await readWholeXml(zip.read(WORKBOOK), {
    open(name, attributes) {
      if (name === 'sheet' && listed.length < MAX_SHEETS)
        listed.push({
          name: attributes['name'] ?? '',
          relation: attributes['r:id'] ?? attributes['id'],
          isHidden: (attributes['state'] ?? 'visible') !== 'visible',
        });
      if (name === 'workbookPr') isFrom1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true';
    },
  });
  const { relation } = chosen(listed, wanted);
  let sheet: string | undefined;
  await readWholeXml(zip.read(RELATIONS), {
    open(_name, { Id, Target = '' }) {
      if (Id === relation) sheet ??= posix.resolve('/xl', Target).slice(1);
    },
  });
  if (!relation || !sheet || !zip.has(sheet)) throw new InvalidTable('O arquivo não é uma planilha XLSX.');
  return { sheet, sheets: listed.map(({ name }) => name), isFrom1904, dateStyles: await readDateStyles(zip) };
}

function chosen(listed: readonly ListedSheet[], wanted: string | null): ListedSheet {
  const first = listed.find(({ isHidden }) => !isHidden) ?? listed[0];
  if (!first) throw new InvalidTable('O arquivo não é uma planilha XLSX.');
  if (wanted === null) return first;
  const name = wanted.trim().toLowerCase();
  const found = listed.find((sheet) => sheet.name.trim().toLowerCase() === name) ?? listed[Number(wanted) - 1];
  if (found) return found;
  const names = listed.slice(0, 20).map((sheet) => sheet.name);
  throw new InvalidTable(`A planilha ${wanted} não existe. O arquivo tem: ${names.join(', ')}.`);
}

async function readDateStyles(zip: Zip): Promise<boolean[]> {
  const custom = new Map<string, boolean>();
  const styles: boolean[] = [];
  let isInCells = false;
  if (!zip.has(STYLES)) return styles;
  await readWholeXml(zip.read(STYLES), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (custom.size + styles.length > MAX_STYLES) throw new InvalidTable('A planilha tem estilos demais.');
      if (name === 'numFmt') custom.set(numFmtId, isDateFormat(formatCode));
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) styles.push(custom.get(numFmtId) ?? DATE_FORMATS.has(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

/** Whether a format shows a day or a year, outside of quoted texts and colours. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

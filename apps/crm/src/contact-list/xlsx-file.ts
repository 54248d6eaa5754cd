import { PassThrough, Readable } from 'node:stream';
import type * as Yazl from 'yazl';
import type { CsvColumn, CsvValue } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';

/** A process that exports no workbook needs it not. */
const yazl = lazyPackage<typeof Yazl>('yazl');

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml':
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
    '<sheets><sheet name="Contatos" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
};

/** Characters that XML cannot have. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The time of the files in a workbook: equal contacts have equal bytes. */
const MTIME = new Date('2000-01-01T00:00:00Z');

/** The bytes of a workbook of one sheet. Texts are texts there, so that none is a formula. */
export function xlsxBytes<T>(
  columns: readonly CsvColumn<T>[],
  batches: AsyncIterable<readonly T[]>,
): AsyncIterable<Uint8Array> {
  const zip = new (yazl().ZipFile)();
  for (const [name, content] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(content), name, { mtime: MTIME });
  const sheet = Readable.from(sheetXml(columns, batches), { objectMode: false });
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { mtime: MTIME });
  zip.end();
  const bytes = zip.outputStream.pipe(new PassThrough());
  sheet.on('error', (error) => bytes.destroy(error));
  bytes.on('close', () => sheet.destroy());
  return bytes;
}

async function* sheetXml<T>(
  columns: readonly CsvColumn<T>[],
  batches: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rowXml(columns.map(([name]) => name))}`;
  for await (const rows of batches)
    yield rows.map((row) => rowXml(columns.map(([, valueOf]) => valueOf(row)))).join('');
  yield '</sheetData></worksheet>';
}

const rowXml = (values: readonly CsvValue[]): string => `<row>${values.map(cellXml).join('')}</row>`;

function cellXml(value: CsvValue): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = (typeof value === 'string' ? value : value.join('; ')).replace(NOT_IN_XML, '');
  return `<c t="inlineStr"><is><t xml:space="preserve">${text.replace(/[&<>]/g, (one) => ENTITIES[one]!)}</t></is></c>`;
}

function relation(type: string, target: string): string {
  return (
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  );
}

import { type Part, zipOf } from '../../../../../libs/core/zip/test-support/zip-file.js';

export { bomb, zipOf } from '../../../../../libs/core/zip/test-support/zip-file.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export interface WorkbookParts {
  sheet: string | Part;
  sharedStrings?: string | Part;
  styles?: string;
  /** Further sheets by their names. */
  more?: Readonly<Record<string, string>>;
}

export const sheetOf = (rows: string): string => `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;

export const sharedStringsOf = (...items: string[]): string =>
  `${XML}<sst ${MAIN}>${items.map((item) => `<si>${item}</si>`).join('')}</sst>`;

/** A workbook as spreadsheets write it; its first sheet is `A`. */
export function xlsxOf({ sheet, sharedStrings, styles, more = {} }: WorkbookParts): Buffer {
  const further = Object.entries(more).map(([name, content], index) => ({ name, content, id: index + 2 }));
  const listed = further.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rIdS${id}"/>`).join('');
  const related = further.map(({ id }) => `<Relationship Id="rIdS${id}" Target="worksheets/sheet${id}.xml"/>`).join('');
  return zipOf({
    ...Object.fromEntries(further.map(({ content, id }) => [`xl/worksheets/sheet${id}.xml`, content])),
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId7"/>${listed}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Target="worksheets/sheet1.xml"/>${related}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...(sharedStrings !== undefined && { 'xl/sharedStrings.xml': sharedStrings }),
    ...(styles !== undefined && { 'xl/styles.xml': styles }),
  });
}

import { describe, expect, it } from 'vitest';
import { InvalidTable, type TableFile, type TableRow } from './table.js';
import { bomb, sharedStringsOf, sheetOf, xlsxOf, zipOf } from './xlsx.fixture.js';
import { readXlsx } from './xlsx-table.js';

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.0&quot;d&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

function fileOf(content: Buffer): TableFile {
  return {
    bytes: content.length,
    async *read({ start, end } = { start: 0, end: content.length - 1 }) {
      for (let at = start; at <= end; at += 65_536) yield content.subarray(at, Math.min(at + 65_536, end + 1));
    },
  };
}

async function rowsOf(content: Buffer): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const { number, cells } of readXlsx(fileOf(content))) rows.push({ number, cells });
  return rows;
}

const inline = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;

describe('a sheet', () => {
  it('is read with texts of every kind, numbers, dates and gaps', async () => {
    const sheet = sheetOf(`
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Nota &amp; 1</t></is></c></row>
      <row r="3"><c r="A3"><v>5.511987654321E12</v></c><c r="B3" s="1"><v>45366</v></c><c r="C3" s="2"><v>45366.75</v></c>
        <c r="D3" s="3"><v>2.5</v></c><c r="AA3" t="str"><f>A1</f><v>fim</v></c></row>
      <row r="4"><c r="B4" t="b"><v>1</v></c><c r="C4" t="e"><v>#N/A</v></c></row>`);
    const sharedStrings = sharedStringsOf(
      '<t>E-mail</t>',
      '<r><t>No</t></r><r><t xml:space="preserve">me </t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
    );
    const gap = Array.from({ length: 22 }, () => '');
    expect(await rowsOf(xlsxOf({ sheet, sharedStrings, styles: STYLES }))).toEqual([
      { number: 1, cells: ['E-mail', 'Nome ', 'Nota & 1'] },
      { number: 3, cells: ['5511987654321', '2024-03-15', '2024-03-15', '2.5', ...gap, 'fim'] },
      { number: 4, cells: ['', 'true'] },
    ]);
  });

  it.each<[string, () => Buffer]>([
    ['without a workbook', () => zipOf({ 'a.txt': 'x' })],
    ['that is cut off', () => xlsxOf({ sheet: sheetOf(inline('x')) }).subarray(0, 300)],
    ['with XML that is cut off', () => xlsxOf({ sheet: '<worksheet><sheetData><row' })],
    [
      'that defines entities',
      () => xlsxOf({ sheet: `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheetOf(inline('&b;'))}` }),
    ],
    ['with an unknown entity', () => xlsxOf({ sheet: sheetOf(inline('&b;')) })],
    ['with rows out of order', () => xlsxOf({ sheet: sheetOf('<row r="2"/><row r="1"/>') })],
    ['with a shared text that there is not', () => xlsxOf({ sheet: sheetOf('<row><c t="s"><v>9</v></c></row>') })],
  ])('%s is invalid', async (_what, content) => {
    await expect(rowsOf(content())).rejects.toThrow(InvalidTable);
  });
});

describe('a bomb', () => {
  const head = sheetOf('').replace('</sheetData></worksheet>', '');

  it.each<[string, () => Buffer]>([
    ['of two gigabytes that says so', () => xlsxOf({ sheet: bomb(head, 2_048, 2_147_483_648) })],
    ['of ten gigabytes that says that it is small', () => xlsxOf({ sheet: bomb(head, 10_240, 50_000_000) })],
    [
      'in the shared texts',
      () => xlsxOf({ sheet: sheetOf(''), sharedStrings: bomb('<sst><si><t>', 1_000, 5_000_000) }),
    ],
    ['of a million columns', () => xlsxOf({ sheet: sheetOf(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`) })],
    ['of a far column', () => xlsxOf({ sheet: sheetOf('<row><c r="XFD1"><v>1</v></c></row>') })],
    ['of a far row', () => xlsxOf({ sheet: sheetOf('<row r="1048577"/>') })],
    ['of one long cell', () => xlsxOf({ sheet: sheetOf(inline('x'.repeat(40_000))) })],
    ['of elements in elements', () => xlsxOf({ sheet: sheetOf('<a>'.repeat(100_000)) })],
    ['of many parts', () => zipOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`p${n}`, ''])))],
  ])('%s is refused, and takes little memory', async (_what, content) => {
    const file = content();
    const before = process.memoryUsage().rss;
    await expect(rowsOf(file)).rejects.toThrow(InvalidTable);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});

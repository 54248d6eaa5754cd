/** First characters of a formula in a spreadsheet; an apostrophe before them makes it a text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A telephone number or a negative number runs nothing. */
const HARMLESS = /^[+-]?\d+(?:\.\d+)?$/;

/** Begins a file: without the mark, spreadsheets take UTF-8 for something else. */
export const CSV_MARK = '\uFEFF';

/** Separators of columns: where a comma is the decimal separator, spreadsheets split at semicolons. */
export type CsvDelimiter = ',' | ';' | '\t';

/** A value in a file of CSV; a list becomes one text, null an empty cell. */
export type CsvValue = string | number | boolean | readonly string[] | null;

/** A line of CSV (RFC 4180) in which no value is a formula. */
export function csvLine(values: readonly CsvValue[], delimiter: CsvDelimiter = ','): string {
  return `${values.map((value) => csvCell(value, delimiter)).join(delimiter)}\r\n`;
}

export function csvCell(value: CsvValue, delimiter: CsvDelimiter = ','): string {
  if (value === null) return '';
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  const safe = FORMULA.test(text) && !HARMLESS.test(text) ? `'${text}` : text;
  return /["\r\n']/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

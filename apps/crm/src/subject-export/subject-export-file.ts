import type { CsvDownload, CsvValue } from '#libs/core/http';
import type { SubjectItem } from '#libs/privacy/data-rights';
import type { SubjectExport } from './subject-export.service.js';

interface Row {
  app: string;
  kind: string;
  field: string;
  value: CsvValue;
  at: string | null;
}

const ITEMS_A_BATCH = 200;

/** An export as a file: a row for each value. What is missing has rows, too. */
export function toFile(subject: SubjectExport): CsvDownload<Row> {
  return {
    fileName: `dados-${subject.contactId}.csv`,
    columns: [
      ['aplicativo', ({ app }) => app],
      ['tipo', ({ kind }) => kind],
      ['campo', ({ field }) => field],
      ['valor', ({ value }) => value],
      ['em', ({ at }) => at],
    ],
    batches: batches(subject),
  };
}

async function* batches({ held, absent }: SubjectExport): AsyncGenerator<Row[]> {
  yield absent.map((app) => missing(app, 'ausente'));
  for (const [app, { items, cut }] of held) {
    if (cut) yield [missing(app, 'cortado')];
    for (let start = 0; start < items.length; start += ITEMS_A_BATCH) {
      yield items.slice(start, start + ITEMS_A_BATCH).flatMap((item) => rowsOf(app, item));
    }
  }
}

const missing = (app: string, field: string): Row => ({ app, kind: 'aviso', field, value: true, at: null });

const rowsOf = (app: string, { kind, at, fields }: SubjectItem): Row[] =>
  valuesOf('', fields).map(([field, value]) => ({ app, kind, field, value, at }));

/** The values in an object, by their paths; those that are empty are left out. */
function valuesOf(path: string, value: unknown): [string, CsvValue][] {
  if (value === null || value === undefined) return [];
  if (value instanceof Date) return [[path, value.toISOString()]];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.length > 0 ? [[path, value]] : [];
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, inner]) => valuesOf(path ? `${path}.${name}` : name, inner));
  }
  return [[path, value as string | number | boolean]];
}

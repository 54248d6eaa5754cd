import { LIST_FIELDS } from './import-row.js';
import type { Mapping } from './import-values.js';
import { InvalidTable } from './table/table.js';

/** A column of the file that fills a field of the API. */
export interface BoundColumn {
  index: number;
  column: string;
  field: string;
}

/** Finds the columns of a mapping in the first row of the file. @throws InvalidTable if one is missing or ambiguous */
export function bindColumns(header: readonly string[], mapping: Mapping): BoundColumn[] {
  const names = header.map((name) => name.trim());
  return Object.entries(mapping).map(([column, field]) => {
    const index = names.indexOf(column.trim());
    if (index < 0) throw new InvalidTable(`A coluna ${column} não existe no arquivo.`);
    if (names.indexOf(column.trim(), index + 1) >= 0)
      throw new InvalidTable(`A coluna ${column} aparece mais de uma vez no arquivo.`);
    return { index, column, field };
  });
}

/** The first field that two columns would fill, and that takes one value. */
export function repeatedField(mapping: Mapping): string | undefined {
  const fields = Object.values(mapping).filter((field) => !LIST_FIELDS.has(field));
  return fields.find((field, index) => fields.indexOf(field) !== index);
}

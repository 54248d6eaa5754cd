import { fieldOf, takesSeveral } from './import-fields.js';
import type { Mapping } from '../import-values.js';
import { InvalidTable } from '../table/table.js';

/** A column of the file that fills a field of the API. */
export interface BoundColumn {
  index: number;
  column: string;
  field: string;
}

/**
 * The names of columns, each different: a name that is there already has the number of its repetition, as in
 * `Telefone (2)`.
 */
export function distinctNames(header: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const names = header.map((name) => name.trim());
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name} (${count})`;
  });
}

/**
 * Finds the columns of a mapping in the row of the names. A name stands for all columns that have it, but for those that
 * are named with their number. @throws InvalidTable if one is missing, or several have its name and the field takes one
 */
export function bindColumns(
  header: readonly string[],
  mapping: Mapping,
  order: readonly string[] = Object.keys(mapping),
): BoundColumn[] {
  const names = header.map((name) => name.trim());
  const numbered = distinctNames(header);
  const given = new Set(order.map((column) => column.trim()));
  return order.flatMap((name) => {
    const column = name.trim();
    const field = fieldOf(mapping[name]!);
    const exact = numbered.indexOf(column);
    const same = names.flatMap((one, index) =>
      one === column && (index === exact || !given.has(numbered[index]!)) ? index : [],
    );
    const indexes = same.length > 0 ? same : exact >= 0 ? [exact] : [];
    if (indexes.length === 0) throw new InvalidTable(`A coluna ${column} não existe no arquivo.`);
    if (indexes.length > 1 && !takesSeveral(field))
      throw new InvalidTable(
        `A coluna ${column} aparece mais de uma vez no arquivo. Use ${column} (2) para a segunda.`,
      );
    return indexes.map((index) => ({ index, column, field }));
  });
}

/** The first field that two columns would fill, and that takes one value. */
export function repeatedField(mapping: Mapping): string | undefined {
  const fields = Object.values(mapping).filter((field) => !takesSeveral(field));
  return fields.find((field, index) => fields.findIndex((one) => fieldOf(one) === fieldOf(field)) !== index);
}

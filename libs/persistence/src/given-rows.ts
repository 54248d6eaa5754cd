import { binaryArray } from './binary-array.js';

/** What stands for a value of each Postgres type; `jsonb` takes any value that JSON can hold. */
interface GivenValues {
  text: string;
  int: number;
  bigint: number | bigint | string;
  boolean: boolean;
  timestamptz: Date;
  jsonb: unknown;
  'text[]': readonly string[];
}

/** A column of rows that a statement is given. */
export type GivenColumn<T> = {
  [Type in keyof GivenValues]: { type: Type; of(row: T): GivenValues[Type] | null | undefined };
}[keyof GivenValues];

/**
 * Rows that a statement is given as one array a column. Postgres reads them at a third of what the same rows cost as
 * JSON, and they are half as long on the wire.
 */
export class GivenRows<T> {
  private readonly columns: [string, GivenColumn<T>][];

  constructor(columns: Record<string, GivenColumn<T>>) {
    this.columns = Object.entries(columns);
  }

  /**
   * A source for a FROM clause: the columns by their names, and `n`, the number of the row from 1.
   * @param firstParameter number of the first of the parameters that {@link values} fills, one a column
   */
  sql(firstParameter: number): string {
    const names = this.columns.map(([name]) => name);
    const shown = this.columns.map(([name, { type }]) => (type === 'text[]' ? `${name}::text[]` : name));
    const arrays = this.columns.map(([, { type }], index) => `$${firstParameter + index}::${elementType(type)}[]`);
    return `(select ${shown.join(', ')}, n from unnest(${arrays.join(', ')}) with ordinality as given (${names.join(', ')}, n))`;
  }

  /** How many parameters {@link values} fills. */
  get parameters(): number {
    return this.columns.length;
  }

  /** The parameters: one array a column, or null for a column that is null in every row. */
  values(rows: readonly T[]): (unknown[] | Buffer | null)[] {
    return this.columns.map(([, { type, of }]) => {
      const encode = ENCODERS[type];
      let isNull = true;
      const values = rows.map((row) => {
        const value = of(row);
        if (value === null || value === undefined) return null;
        isNull = false;
        return encode ? encode(value) : value;
      });
      if (isNull) return null;
      const element = elementType(type);
      return element === 'text' || element === 'jsonb' ? binaryArray(element, values as (string | null)[]) : values;
    });
  }
}

/** An array of arrays would be one of two dimensions, with rows of equal length; so each travels as its own text. */
function elementType(type: GivenColumn<unknown>['type']): Exclude<GivenColumn<unknown>['type'], 'text[]'> {
  return type === 'text[]' ? 'text' : type;
}

const ENCODERS: Partial<Record<GivenColumn<unknown>['type'], (value: unknown) => string>> = {
  jsonb: (value) => JSON.stringify(value),
  // In place of the driver's, which writes local time field by field.
  timestamptz: (value) => (value as Date).toISOString(),
  'text[]': (value) => `{${(value as string[]).map(quoted).join(',')}}`,
};

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

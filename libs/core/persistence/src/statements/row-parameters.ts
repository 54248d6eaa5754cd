import { binaryArray, isBinaryElement } from './binary-array.js';

/** The TypeScript type for each Postgres type; `jsonb` takes any value that JSON can represent. */
interface ParameterValues {
  text: string;
  uuid: string;
  int: number;
  bigint: number | bigint | string;
  'double precision': number;
  /** YYYY-MM-DD. */
  date: string;
  boolean: boolean;
  timestamptz: Date;
  jsonb: unknown;
  bytea: Buffer;
  /** In Postgres' binary form. */
  tsvector: Buffer;
  'text[]': readonly string[];
}

/** A column of the rows: its Postgres type, and its value in a row. */
export type ParameterColumn<T> = {
  [Type in keyof ParameterValues]: { type: Type; of: (row: T) => ParameterValues[Type] | null | undefined };
}[keyof ParameterValues];

/** The columns of rows by their names; those of an entity come from `entityColumns`. */
export type ParameterColumns<T> = Record<string, ParameterColumn<T>>;

/**
 * Rows as parameters of a statement, one array for each column. Reading them costs Postgres a third of the same rows as
 * JSON, and they are half as long.
 */
export class RowParameters<T> {
  private readonly columns: [string, ParameterColumn<T>][];

  constructor(columns: ParameterColumns<T>) {
    this.columns = Object.entries(columns).map(([name, column]) => [`"${name}"`, column]);
  }

  /**
   * A subselect for a FROM clause, with the columns and `n`, the number of the row from 1.
   * @param firstParameter number of the first parameter of {@link values}; there is one for each column
   */
  sql(firstParameter: number): string {
    const { names } = this;
    const shown = this.columns.map(([name, { type }]) => (type === 'text[]' ? `${name}::text[]` : name));
    const arrays = this.columns.map(([, { type }], index) => `$${firstParameter + index}::${elementType(type)}[]`);
    return `(select ${shown.join(', ')}, n from unnest(${arrays.join(', ')}) with ordinality as parameter (${names.join(', ')}, n))`;
  }

  /** The columns in quotes, in the order of {@link values}. */
  get names(): string[] {
    return this.columns.map(([name]) => name);
  }

  /** How many parameters {@link values} returns. */
  get parameters(): number {
    return this.columns.length;
  }

  /** The parameters: one array for each column, or null for a column that is null in every row. */
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
      return isBinaryElement(element) ? binaryArray(element, values) : values;
    });
  }
}

/** Postgres takes an array of arrays as a matrix with rows of equal length, so each inner array is sent as a text. */
function elementType(type: ParameterColumn<unknown>['type']): Exclude<ParameterColumn<unknown>['type'], 'text[]'> {
  return type === 'text[]' ? 'text' : type;
}

const ENCODERS: Partial<Record<ParameterColumn<unknown>['type'], (value: unknown) => string>> = {
  jsonb: (value) => JSON.stringify(value),
  'text[]': (value) => `{${(value as string[]).map(quoted).join(',')}}`,
};

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

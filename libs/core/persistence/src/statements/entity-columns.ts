import { type ColumnType, getMetadataArgsStorage } from 'typeorm';
import { SnakeCaseNames } from '../schema/columns.js';
import type { ParameterColumn, ParameterColumns } from './row-parameters.js';

type ParameterType = ParameterColumn<unknown>['type'];
type EntityClass<E> = abstract new () => E;

/** Types of columns, as entities name them, and of the parameters that fill them. */
const PARAMETER_TYPES = new Map<ColumnType | undefined, ParameterType>([
  ['text', 'text'],
  ['uuid', 'uuid'],
  ['integer', 'int'],
  ['smallint', 'int'],
  ['bigint', 'bigint'],
  ['double precision', 'double precision'],
  ['date', 'date'],
  ['boolean', 'boolean'],
  ['timestamptz', 'timestamptz'],
  ['jsonb', 'jsonb'],
  ['bytea', 'bytea'],
]);

const NAMES = new SnakeCaseNames();

/**
 * Columns for {@link RowParameters} with the names and types that an entity gives them. Rows have the entity's properties, but
 * for those that the insert leaves to defaults; so a new column of the entity is in the insert, or the rows do not compile.
 * Call it once, when the module is loaded.
 * @throws Error for a column of a type that no parameter has: name it in `without`
 */
export function entityColumns<E extends object, P extends keyof E & string>(
  entity: EntityClass<E>,
  choice: { without: readonly P[] },
): ParameterColumns<Omit<E, P>>;
export function entityColumns<E extends object, P extends keyof E & string>(
  entity: EntityClass<E>,
  choice: { only: readonly P[] },
): ParameterColumns<Pick<E, P>>;
export function entityColumns<E extends object>(
  entity: EntityClass<E>,
  choice: { without?: readonly string[]; only?: readonly string[] },
): ParameterColumns<E> {
  const { without = [], only } = choice;
  const isChosen = (property: string) => (only ? only.includes(property) : !without.includes(property));
  const chosen = columnsOf(entity).filter(({ property }) => isChosen(property));
  return toColumns(
    chosen,
    ({ property }) =>
      (row: E) =>
        row[property as keyof E],
  );
}

/**
 * Columns with the names and types of an entity, for rows that hold the values elsewhere.
 * @param values for each property, how to read it from a row
 */
export function mappedColumns<Row, E extends object>(
  entity: EntityClass<E>,
  values: { [P in keyof E & string]?: (row: Row) => E[P] | null | undefined },
): ParameterColumns<Row> {
  const getters = new Map<string, (row: Row) => unknown>(Object.entries(values));
  const chosen = columnsOf(entity).filter(({ property }) => getters.has(property));
  return toColumns(chosen, ({ property }) => getters.get(property)!);
}

/** The columns for rows that hold the values in a part of them. */
export function columnsWithin<Row, Part>(
  part: (row: Row) => Part,
  columns: ParameterColumns<Part>,
): ParameterColumns<Row> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { type, of }]) => [
      name,
      { type, of: (row: Row) => of(part(row)) } as ParameterColumn<Row>,
    ]),
  );
}

function toColumns<Row>(
  columns: readonly EntityColumn[],
  getterOf: (column: EntityColumn) => (row: Row) => unknown,
): ParameterColumns<Row> {
  return Object.fromEntries(
    columns.map((column) => [
      column.name,
      { type: parameterType(column), of: getterOf(column) } as ParameterColumn<Row>,
    ]),
  );
}

interface EntityColumn {
  /** Class and property, for errors. */
  path: string;
  property: string;
  name: string;
  type: ColumnType | undefined;
  isArray: boolean;
}

/** The columns of an entity in the order of its properties, without a connection: the decorators have told of them. */
function columnsOf(entity: EntityClass<object>): EntityColumn[] {
  return getMetadataArgsStorage()
    .filterColumns(ancestryOf(entity))
    .map(({ propertyName, options: { name, type, array } }) => ({
      path: `${entity.name}.${propertyName}`,
      property: propertyName,
      name: NAMES.columnName(propertyName, name, []),
      type,
      isArray: array === true,
    }));
}

/** A class and those that it extends. */
function ancestryOf(entity: EntityClass<object>): EntityClass<object>[] {
  const parent = Object.getPrototypeOf(entity) as EntityClass<object> | typeof Function.prototype;
  return parent === Function.prototype ? [entity] : [entity, ...ancestryOf(parent as EntityClass<object>)];
}

function parameterType({ path, type: columnType, isArray }: EntityColumn): ParameterType {
  const type = PARAMETER_TYPES.get(columnType);
  if (type && !isArray) return type;
  if (type === 'text') return 'text[]';
  throw new Error(`${path}: no parameter has the type of its column`);
}

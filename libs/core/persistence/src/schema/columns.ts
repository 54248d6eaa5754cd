import {
  Column,
  CreateDateColumn,
  DefaultNamingStrategy,
  UpdateDateColumn,
  type ColumnOptions,
  type ValueTransformer,
} from 'typeorm';

/** All times are kept to the millisecond, as JavaScript has them. */
const TIMESTAMP = { type: 'timestamptz', precision: 3 } as const;

/** A point in time. */
export const Timestamp = (options: Pick<ColumnOptions, 'name' | 'nullable' | 'precision'> = {}): PropertyDecorator =>
  Column({ ...TIMESTAMP, ...options });

/** When the row was inserted; the database fills it in. */
export const CreatedAt = (): PropertyDecorator => CreateDateColumn(TIMESTAMP);

/** When the row was last changed: every update by the entity manager sets it. */
export const UpdatedAt = (): PropertyDecorator => UpdateDateColumn(TIMESTAMP);

/** Reads a `bigint` column as a number, for positions and counts: values that stay below 2^53. */
export const bigintNumber: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** Tables and columns are snake_case, classes and properties camelCase. A name that an entity gives itself wins. */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override tableName(className: string, customName: string | undefined): string {
    return customName ?? snakeCase(className);
  }

  override columnName(property: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snakeCase), customName ?? snakeCase(property)].join('_');
  }
}

function snakeCase(name: string): string {
  return name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

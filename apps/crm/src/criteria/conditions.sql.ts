import { escapeLike } from '#libs/core/persistence';
import type { CriteriaStatement, Source } from './criteria-statement.sql.js';
import type { Criterion, Operator, ScalarValue } from './criterion.js';

/** Point from which days are counted. */
export interface Clock {
  /** The present day in the account's zone. */
  today: string;
  timeZone: string;
}

/** Operator and value of a criterion, the value as it is stored in the column. */
export interface Comparison {
  operator: Operator;
  value: ScalarValue | readonly ScalarValue[] | readonly Buffer[] | null;
}

/**
 * The condition of a comparison; true or false, or null where the contact has no value.
 * @param isRequired true for a condition that every contact found has to meet
 */
export type Render = (sql: CriteriaStatement, comparison: Comparison, isRequired?: boolean) => string;

/** Operators that are true where others are not, also of an absent value. */
const OPPOSITES: Partial<Record<Operator, Operator>> = {
  differs: 'equals',
  excludes: 'contains',
  notIn: 'in',
  empty: 'filled',
};

/** A condition that is never null, and is offered to no index, which may have the rows of all tenants. */
export function conditionOf(
  sql: CriteriaStatement,
  render: Render,
  { operator, value }: Comparison,
  isRequired: boolean,
): string {
  const opposite = OPPOSITES[operator];
  return opposite === undefined
    ? `(${render(sql, { operator, value }, isRequired)}) is true`
    : `(${render(sql, { operator: opposite, value })}) is not true`;
}

/** @param folded the same without case and accents */
export const ofText =
  (column: string, folded = `fold_text(${column})`): Render =>
  (sql, { operator, value }) => {
    switch (operator) {
      case 'equals':
        return `${folded} = ${sql.add(value, 'text')}`;
      case 'in':
        return `${folded} = any(${sql.add(value, 'text[]')})`;
      case 'contains':
        return `${folded} like ${sql.add(`%${escapeLike(String(value))}%`, 'text')}`;
      case 'startsWith':
        return `${folded} like ${sql.add(`${escapeLike(String(value))}%`, 'text')}`;
      default:
        return filled(column, operator);
    }
  };

/** Values that equal another or not: choices, ids, booleans. */
export const ofExact =
  (column: string, type: 'text' | 'uuid' | 'boolean' = 'text'): Render =>
  (sql, { operator, value }) => {
    if (operator === 'equals') return `${column} = ${sql.add(value, type)}`;
    if (operator === 'in') return `${column} = any(${sql.add(value, `${type}[]`)})`;
    return filled(column, operator);
  };

export const ofTags =
  (column: string): Render =>
  (sql, { operator, value }) => {
    const tags = operator === 'contains' ? [value] : value;
    if (operator === 'filled') return `cardinality(${column}) > 0`;
    return `exists (select from unnest(${column}) as tag where fold_text(tag) = any(${sql.add(tags, 'text[]')}))`;
  };

/** Several choices in JSON. */
export const ofChoices =
  (column: string): Render =>
  (sql, { operator, value }) => {
    if (operator === 'filled') return filled(column, operator);
    return `${column} ?| ${sql.add(operator === 'contains' ? [value] : value, 'text[]')}`;
  };

export const ofNumber =
  (column: string): Render =>
  (sql, comparison) =>
    inOrder(sql, column, 'double precision', comparison);

/** Days as texts, whose order is theirs. */
export const ofDate =
  (column: string, { today }: Clock): Render =>
  (sql, comparison) => {
    const { operator, value } = comparison;
    if (operator !== 'inLastDays') return inOrder(sql, `${column} collate "C"`, 'text', comparison);
    const first = `to_char(${sql.add(today, 'date')} - ${sql.add(Number(value) - 1, 'integer')}, 'YYYY-MM-DD')`;
    return `${column} collate "C" between ${first} and ${sql.add(today, 'text')}`;
  };

/** Times; a day stands for all of it in the account's zone. */
export const ofMoment =
  (column: string, clock: Clock): Render =>
  (sql, { operator, value }) => {
    const [first, last = first] = (Array.isArray(value) ? value : [value]) as string[];
    const from = (text: string) => momentOf(sql, clock, text, 0);
    const isDay = (text: string) => text.length === 10;
    /** The end of a day, or what a time is. */
    const until = (text: string) =>
      isDay(text) ? `${column} < ${momentOf(sql, clock, text, 1)}` : `${column} <= ${from(text)}`;
    switch (operator) {
      case 'equals':
      case 'between':
        return `${column} >= ${from(first!)} and ${until(last!)}`;
      case 'greater':
        return isDay(first!) ? `${column} >= ${momentOf(sql, clock, first!, 1)}` : `${column} > ${from(first!)}`;
      case 'less':
        return `${column} < ${from(first!)}`;
      case 'inLastDays':
        return `${column} >= ${momentOf(sql, clock, clock.today, 1 - Number(value))} and ${until(clock.today)}`;
      default:
        return filled(column, operator);
    }
  };

/** Rows of a table that are there or not. `operator` is `contains`, `in`, `filled` or `equals`: the source has its values. */
export const ofRows =
  (source: (sql: CriteriaStatement, comparison: Comparison) => Source): Render =>
  (sql, comparison, isRequired) =>
    sql.has(source(sql, comparison), isRequired);

/** A number that a table has, `n` in the source, which is positive; without a row it is 0. */
export const ofCount =
  (source: (sql: CriteriaStatement, comparison: Comparison) => Source): Render =>
  (sql, comparison, isRequired) => {
    const { operator, value } = comparison;
    const rows = source(sql, comparison);
    if (operator === 'filled' || (operator === 'inLastDays' && !Array.isArray(value))) return sql.has(rows, isRequired);
    const count = `coalesce(${sql.join(rows)}.n, 0)`;
    if (operator !== 'inLastDays') return inOrder(sql, count, 'double precision', comparison);
    return `${count} >= ${sql.add((value as readonly ScalarValue[])[0], 'double precision')}`;
  };

/** The first day of the last so many, of an `inLastDays`. */
export function firstDayOf(sql: CriteriaStatement, { today }: Clock, { value }: Pick<Criterion, 'value'>): string {
  const days = Number(Array.isArray(value) ? value[1] : value);
  return `(${sql.add(today, 'date')} - ${sql.add(days - 1, 'integer')})`;
}

/** The beginning of the first day of the last so many. */
export const firstMomentOf = (sql: CriteriaStatement, clock: Clock, { value }: Pick<Criterion, 'value'>): string =>
  momentOf(sql, clock, clock.today, 1 - Number(value));

function inOrder(sql: CriteriaStatement, column: string, type: string, { operator, value }: Comparison): string {
  switch (operator) {
    case 'equals':
      return `${column} = ${sql.add(value, type)}`;
    case 'in':
      return `${column} = any(${sql.add(value, `${type}[]`)})`;
    case 'greater':
      return `${column} > ${sql.add(value, type)}`;
    case 'less':
      return `${column} < ${sql.add(value, type)}`;
    case 'between': {
      const [first, last] = value as readonly ScalarValue[];
      return `${column} between ${sql.add(first, type)} and ${sql.add(last, type)}`;
    }
    default:
      return filled(column, operator);
  }
}

function filled(column: string, operator: Operator): string {
  if (operator !== 'filled') throw new Error(`No condition for the operator ${operator}`);
  return `${column} is not null`;
}

/** A time, or the beginning of a day in the account's zone, so many days later. */
function momentOf(sql: CriteriaStatement, { timeZone }: Clock, text: string, days: number): string {
  if (text.length > 10) return sql.add(text, 'timestamptz');
  return `((${sql.add(text, 'date')} + ${sql.add(days, 'integer')})::timestamp at time zone ${sql.add(timeZone, 'text')})`;
}

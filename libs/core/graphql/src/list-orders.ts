import { Field, registerEnumType } from '@nestjs/graphql';
import { MayBeAbsent, MayBeNull, OneOf } from '#libs/core/http';
import {
  type KeysetPosition,
  type ListOrder,
  type SortKey,
  type SortKeyOptions,
  type SortKeyType,
  withoutCase,
} from '#libs/core/persistence';

/** An order of a list under the name that `sort` has for it. */
export interface NamedOrder extends ListOrder {
  name: string;
}

/** Orders of lists by the time at which items were made, of which the first is that of most lists. */
export const BY_TIME = {
  newest: { by: ['id'], direction: 'desc' },
  oldest: { by: ['id'], direction: 'asc' },
} as const satisfies Record<string, ListOrder>;

/** The sort key of a list by `position`: microseconds at which an item was made. */
export const POSITION: SortKey = { key: 'position', type: 'number' };

/** {@link BY_TIME} of such a list. */
export const BY_POSITION = byTime(POSITION);

/** {@link BY_TIME} of a list by other keys that grow with time, of which the last is unique. */
export function byTime(...by: readonly SortKey[]): Record<'newest' | 'oldest', ListOrder> {
  return { newest: { by, direction: 'desc' }, oldest: { by, direction: 'asc' } };
}

/**
 * An order in both directions: `name` and `nameReversed`. Items of equal keys follow each other by their unique key; those without
 * a value come last in both.
 *
 * @param by the sort keys before the unique one
 */
export function inBothDirections<N extends string>(
  name: N,
  by: readonly SortKey[],
  direction: ListOrder['direction'] = 'asc',
  unique: SortKey = 'id',
): Record<N | `${N}Reversed`, ListOrder> {
  const other = direction === 'asc' ? 'desc' : 'asc';
  const keys = [...by, unique];
  return { [name]: { by: keys, direction }, [`${name}Reversed`]: { by: keys, direction: other } } as never;
}

/** The order of a text, without regard to case, in both directions; see {@link inBothDirections}. */
export function byText<N extends string>(
  name: N,
  { key = name as string, unique = 'id' as SortKey, nullable = false } = {},
): Record<N | `${N}Reversed`, ListOrder> {
  return inBothDirections(name, [{ ...(withoutCase(key) as SortKeyOptions), nullable }], 'asc', unique);
}

/** The order of a time, the latest first, and its reverse; see {@link inBothDirections}. */
export function byDate<N extends string>(
  name: N,
  { key = `${name}At`, unique = 'id' as SortKey, nullable = false } = {},
): Record<N | `${N}Reversed`, ListOrder> {
  return inBothDirections(name, [{ key, type: 'time', nullable }], 'desc', unique);
}

/**
 * The orders that a list can be read in: the argument `sort`, an enumeration of its own.
 *
 * ```ts
 * const TEMPLATE_ORDERS = new ListOrders('TemplateSort', { ...BY_TIME, ...byText('name') });
 * ```
 */
export class ListOrders {
  private readonly names: Record<string, string>;
  private readonly usual: string;

  /** @param orders those of the list, the usual one first: without `sort`, and with cursors as REST has them */
  constructor(
    name: string,
    private readonly orders: Readonly<Record<string, ListOrder>>,
  ) {
    this.names = Object.fromEntries(Object.keys(orders).map((one) => [one, one]));
    this.usual = Object.keys(orders)[0]!;
    registerEnumType(this.names, { name, description: 'Orders of a list.' });
  }

  /** The order that an argument names; undefined for the usual one. */
  chosen(sort: string | null | undefined): NamedOrder | undefined {
    const name = sort ?? this.usual;
    const order = this.orders[name];
    return order && name !== this.usual ? { ...order, name } : undefined;
  }

  /** Declares `sort` in a class of arguments. */
  declareArgument(prototype: object): void {
    const description = 'The order of the list. A cursor goes on in the order that it was made in.';
    Field(() => this.names, { nullable: true, defaultValue: this.usual, description })(prototype, 'sort');
    for (const rule of [MayBeAbsent(), MayBeNull(), OneOf(Object.keys(this.names))]) rule(prototype, 'sort');
  }
}

/**
 * Writes a position in an order as a cursor: it names the order, and holds what the list shows anyway.
 * @throws Error if a value is not of its sort key's type: a client could make a cursor of one that Postgres cannot read
 */
export function writePosition({ name, by }: NamedOrder, position: KeysetPosition): string {
  const written = position.map((value) => (value instanceof Date ? value.getTime() : value));
  if (!isPositionOf(by, written)) throw new Error(`The order ${name} has a sort key of another type`);
  return `${name}.${Buffer.from(JSON.stringify(written)).toString('base64url')}`;
}

/** The position of a cursor; undefined for one of another order or list. */
export function openPosition({ name, by }: NamedOrder, cursor: string): KeysetPosition | undefined {
  if (!cursor.startsWith(`${name}.`)) return undefined;
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor.slice(name.length + 1), 'base64url').toString());
    if (!isPositionOf(by, position)) return undefined;
    return position.map((value, index) => (value !== null && typeOf(by[index]!) === 'time' ? new Date(value) : value));
  } catch {
    return undefined;
  }
}

/** The last millisecond that Postgres and JavaScript write alike. */
const TIME_MAX = Date.UTC(9999, 11, 31);

const typeOf = (key: SortKey): SortKeyType => (typeof key === 'string' ? 'text' : (key.type ?? 'text'));

function isPositionOf(by: readonly SortKey[], values: unknown): values is (string | number | null)[] {
  return (
    Array.isArray(values) && values.length === by.length && values.every((value, index) => isValueOf(by[index]!, value))
  );
}

function isValueOf(key: SortKey, value: unknown): boolean {
  if (value === null) return typeof key === 'object' && key.nullable === true;
  const type = typeOf(key);
  if (type === 'text') return typeof value === 'string' && !value.includes('\0');
  return (
    Number.isSafeInteger(value) && (type === 'number' || ((value as number) >= 0 && (value as number) <= TIME_MAX))
  );
}

import { Field, registerEnumType } from '@nestjs/graphql';
import { MayBeAbsent, MayBeNull, OneOf } from '#libs/core/http';
import type { KeysetPosition, ListOrder } from '#libs/core/persistence';

/** An order of a list under the name that `sort` has for it. */
export interface NamedOrder extends ListOrder {
  name: string;
}

/** Orders of lists by the time at which items were made, of which the first is that of most lists. */
export const BY_TIME = {
  newest: { by: ['id'], direction: 'desc' },
  oldest: { by: ['id'], direction: 'asc' },
} as const satisfies Record<string, ListOrder>;

/**
 * The orders that a list can be read in: the argument `sort`, an enumeration of its own.
 *
 * ```ts
 * const TEMPLATE_ORDERS = new ListOrders('TemplateSort', { ...BY_TIME, name: { by: [withoutCase('name'), 'id'], direction: 'asc' } });
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
 * @throws Error if a sort key is no text: a client could make a cursor of one that Postgres cannot read
 */
export function writePosition({ name, by }: NamedOrder, position: KeysetPosition): string {
  if (!isPositionOf(by.length, position)) throw new Error(`The order ${name} has a sort key that is no text`);
  return `${name}.${Buffer.from(JSON.stringify(position)).toString('base64url')}`;
}

/** The position of a cursor; undefined for one of another order or list. */
export function openPosition({ name, by }: NamedOrder, cursor: string): KeysetPosition | undefined {
  if (!cursor.startsWith(`${name}.`)) return undefined;
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor.slice(name.length + 1), 'base64url').toString());
    return isPositionOf(by.length, position) ? position : undefined;
  } catch {
    return undefined;
  }
}

const isPositionOf = (length: number, value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((one) => typeof one === 'string' && !one.includes('\0'));

import type { Type } from '@nestjs/common';
import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import { CURSOR_MAX, invalidField, PageLimit, QueryText, type View } from '#libs/core/http';
import {
  type BoundedCount,
  COUNT_REQUEST,
  isById,
  type KeysetPage,
  type KeysetPosition,
  type KeysetRequest,
  type Page,
  type PageRequest,
  positionIn,
  positionOf,
  type SealedCursors,
} from '#libs/core/persistence';
import { type Count, counted, type CountedList, declareCount } from './counted.js';
import { type ListOrders, type NamedOrder, openPosition, writePosition } from './list-orders.js';

@ObjectType('PageInfo', { description: 'Where a page of a connection begins and ends.' })
class PageInfo {
  @Field({ description: 'Whether there is a next page.' })
  hasNextPage: boolean;

  @Field({ description: 'Whether the page begins after an earlier one.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Passed as `after`, it begins the next page.' })
  endCursor: string | null;
}

interface ConnectionArgs {
  first: number;
  after?: string;
  /** Name of an order, where the list has several. */
  sort?: string | null;
}

interface ConnectionObject<V> extends CountedList {
  edges: { cursor: string; node: V }[];
  pageInfo: PageInfo;
}

interface KeysConnection<T, V> extends Type<ConnectionObject<V>> {
  /**
   * Answers the arguments of a connection: opens the cursor, lists that page and seals a cursor for each of its items.
   * @throws Problem InvalidParameter for a cursor of another list, or a changed one
   */
  read(
    args: ConnectionArgs,
    cursors: SealedCursors,
    list: (page: KeysetRequest) => Promise<KeysetPage<T>>,
    count?: Count,
  ): Promise<ConnectionObject<V>>;
}

interface PagesConnection<T, V> extends Type<ConnectionObject<V>> {
  /**
   * Answers the arguments of a connection: lists that page, and names the position of each of its items.
   * @throws Problem InvalidParameter for a cursor of another list or order
   */
  read(
    args: ConnectionArgs,
    list: (page: PageRequest) => Promise<Page<T>>,
    count?: Count,
  ): Promise<ConnectionObject<V>>;
}

interface ArgsOptions<F extends object> {
  /** Items on a page at most; as on REST. */
  max: number;
  /** Items on a page if `first` is absent; 50, or `max` if that is less. */
  fallback?: number;
  /** A class with the filters of the list, which its arguments extend. */
  filters?: Type<F>;
  /** The orders of `sort`; the list has one order if absent. */
  orders?: ListOrders;
}

/** The base classes of a connection and of its arguments. */
interface Connection<C, F> {
  Args: Type<ConnectionArgs & F>;
  Connection: C;
}

interface ListOptions<F extends object> extends ArgsOptions<F> {
  /** The part of an item that has the sort keys of the orders; the item if absent. */
  row?: (item: never) => object;
  /**
   * Whether it has `count` and `countAtLeast`: the list answers them to {@link COUNT_REQUEST}, or `read` gets a function. It runs where a
   * query asks for one of them.
   */
  counted?: boolean;
}

interface KeysOptions<T, F extends object> extends ListOptions<F> {
  /** The values of the keys by which the list is sorted. */
  position: (item: T) => KeysetPosition;
}

interface PagesOptions<T, F extends object> extends ListOptions<F> {
  /** The position of an item by which the next page begins; that of its id if absent. */
  position?: (item: T) => number;
}

/**
 * Makes a Relay connection of a list by keys:
 *
 * ```ts
 * const notes = connectionOf('Note', NoteNode, { max: 200, position: ({ id }) => [id], filters: NoteFilters });
 * @ArgsType() export class NoteConnectionArgs extends notes.Args {}
 * @ObjectType() export class NoteConnection extends notes.Connection {}
 *
 * notes(@Args() args: NoteConnectionArgs) {
 *   return NoteConnection.read(args, this.cursors, (page) => this.notes.listPage(currentTenantId(), page));
 * }
 * ```
 */
export function connectionOf<T, V extends object, F extends object = object>(
  name: string,
  node: View<T, V>,
  { position, ...options }: KeysOptions<T, F>,
): Connection<KeysConnection<T, V>, F> {
  @ObjectType({ isAbstract: true })
  class ConnectionOfKeys extends edgesOf<V>(name, node, options) {
    static async read(
      args: ConnectionArgs,
      cursors: SealedCursors,
      list: (page: KeysetRequest) => Promise<KeysetPage<T>>,
      count?: Count,
    ): Promise<ConnectionObject<V>> {
      const order = options.orders?.chosen(args.sort);
      const ofOrder = order ? cursors.inOrder(order.name) : cursors;
      const after = openCursor(args, (cursor) => {
        const opened = ofOrder.open(cursor);
        return order && opened?.length !== order.by.length ? undefined : opened;
      });
      const { items, next } = await list({ limit: args.first, after, ...(order && { order }) });
      const positionOfItem = (item: T) => (order ? positionIn(order, rowOf(item, options)) : position(item));
      const edges = items.map((item) => ({ cursor: ofOrder.seal(positionOfItem(item))!, node: node.of(item) }));
      return counted(answer(edges, after !== undefined, next !== null), options, count ?? (() => countIn(list)));
    }
  }
  return { Args: connectionArgs(options), Connection: ConnectionOfKeys };
}

/**
 * Makes a Relay connection of a list that REST shows by `pageQuery`; its cursors are those of REST:
 *
 * ```ts
 * const lists = pageConnectionOf('ContactList', ListView, { max: 200 });
 * @ArgsType() export class ListConnectionArgs extends lists.Args {}
 * @ObjectType('ContactListConnection') export class ListConnection extends lists.Connection {}
 *
 * contactLists(@Args() args: ListConnectionArgs) {
 *   return ListConnection.read(args, (page) => this.lists.listPage(currentTenantId(), page));
 * }
 * ```
 */
export function pageConnectionOf<T, V extends object, F extends object = object>(
  name: string,
  node: View<T, V>,
  { position, ...options }: PagesOptions<T, F> | PagesOptions<T & { id: string }, F>,
): Connection<PagesConnection<T, V>, F> {
  const at = (position ?? (({ id }: { id: string }) => positionOf(id))) as (item: T) => number;

  @ObjectType({ isAbstract: true })
  class ConnectionOfPages extends edgesOf<V>(name, node, options) {
    static async read(
      args: ConnectionArgs,
      list: (page: PageRequest) => Promise<Page<T>>,
      count?: Count,
    ): Promise<ConnectionObject<V>> {
      const order = options.orders?.chosen(args.sort);
      const page = order && !isById(order) ? await readByKeys(args, order, list) : await readById(args, order, list);
      return counted(page, options, count ?? (() => countIn(list)));
    }
  }

  async function readById(
    args: ConnectionArgs,
    order: NamedOrder | undefined,
    list: (page: PageRequest) => Promise<Page<T>>,
  ): Promise<ConnectionObject<V>> {
    const mark = order ? `${order.name}.` : '';
    const after = openCursor(args, (cursor) => numberIn(cursor, mark)) ?? 0;
    const { items, hasMore, nextCursor } = await list({ limit: args.first, cursor: after, ...(order && { order }) });
    const edges = items.map((item) => ({ cursor: `${mark}${at(item)}`, node: node.of(item) }));
    // A search that was cut short goes on behind its last item.
    return answer(edges, after > 0, hasMore, hasMore ? `${mark}${nextCursor}` : undefined);
  }

  async function readByKeys(
    args: ConnectionArgs,
    order: NamedOrder,
    list: (page: PageRequest) => Promise<Page<T>>,
  ): Promise<ConnectionObject<V>> {
    const after = openCursor(args, (cursor) => openPosition(order, cursor));
    const { items, hasMore } = await list({ limit: args.first, order, after });
    const edges = items.map((item) => ({
      cursor: writePosition(order, positionIn(order, rowOf(item, options))),
      node: node.of(item),
    }));
    return answer(edges, after !== undefined, hasMore);
  }

  return { Args: connectionArgs(options), Connection: ConnectionOfPages };
}

/** Has a list count its items by the filters that it reads them by. */
async function countIn(
  list: (request: typeof COUNT_REQUEST) => Promise<{ count?: BoundedCount }>,
): Promise<BoundedCount> {
  const { count } = await list(COUNT_REQUEST);
  if (!count) throw new Error('A list that is counted does not count');
  return count;
}

const rowOf = <T>(item: T, { row }: { row?: (item: never) => object }): object =>
  row ? row(item as never) : (item as object);

class NoFilters {}

/** The base class of the arguments of a further list that answers a connection: one with other filters. */
export function connectionArgs<F extends object = object>({
  max,
  fallback,
  filters,
  orders,
}: ArgsOptions<F>): Type<ConnectionArgs & F> {
  const Base: Type<object> = filters ?? NoFilters;

  @ArgsType()
  class ArgsOfConnection extends Base {
    @PageLimit(max, fallback)
    first: number;

    @QueryText({ max: CURSOR_MAX, description: 'Where the page begins: `endCursor` of the page before.' })
    after?: string;
  }
  orders?.declareArgument(ArgsOfConnection.prototype);
  return ArgsOfConnection as unknown as Type<ConnectionArgs & F>;
}

/** The base class of a connection of nodes, and of its edges. */
function edgesOf<V extends object>(
  name: string,
  node: Type<V>,
  { counted: isCounted = false }: { counted?: boolean },
): Type<ConnectionObject<V>> {
  @ObjectType(`${name}Edge`)
  class Edge {
    @Field()
    cursor: string;

    @Field(() => node)
    node: V;
  }

  @ObjectType({ isAbstract: true })
  class ConnectionOfNodes {
    @Field(() => [Edge])
    edges: Edge[];

    @Field(() => PageInfo)
    pageInfo: PageInfo;
  }
  if (isCounted) declareCount(ConnectionOfNodes.prototype);
  return ConnectionOfNodes;
}

/** Opens the cursor of a page; undefined for the first one. @throws Problem InvalidParameter */
function openCursor<P>({ after }: ConnectionArgs, open: (cursor: string) => P | undefined): P | undefined {
  if (!after) return undefined;
  const position = open(after);
  if (position === undefined)
    throw invalidField('InvalidParameter', 'after', 'is not a cursor of this list in this order');
  return position;
}

function numberIn(cursor: string, mark: string): number | undefined {
  if (!cursor.startsWith(mark)) return undefined;
  const digits = cursor.slice(mark.length);
  const position = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}

/** @param endCursor that of the last edge if absent */
function answer<V>(
  edges: ConnectionObject<V>['edges'],
  hasPreviousPage: boolean,
  hasNextPage: boolean,
  endCursor = edges.at(-1)?.cursor ?? null,
): ConnectionObject<V> {
  return { edges, pageInfo: { hasNextPage, hasPreviousPage, startCursor: edges[0]?.cursor ?? null, endCursor } };
}

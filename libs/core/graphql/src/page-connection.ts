import type { Type } from '@nestjs/common';
import { ArgsType, ObjectType } from '@nestjs/graphql';
import { CURSOR_MAX, invalidField, PageLimit, QueryText, type View } from '#libs/core/http';
import { type Page, type PageRequest, positionOf } from '#libs/core/persistence';
import { type ArgsOptions, type ConnectionObject, edgesOf } from './connection.js';

interface PageConnectionArgs {
  first: number;
  after?: string;
}

interface PageConnectionClass<T, V> extends Type<ConnectionObject<V>> {
  /** Answers the arguments of a connection: lists that page, and names the position of each of its items. */
  read(args: PageConnectionArgs, list: (page: PageRequest) => Promise<Page<T>>): Promise<ConnectionObject<V>>;
}

interface PageConnectionOptions<T, F extends object> extends ArgsOptions<F> {
  /** The position of an item by which the next page begins; that of its id if absent. */
  position?: (item: T) => number;
}

/** The base classes of a connection of pages and of its arguments. */
export interface PageConnection<T, V, F> {
  Args: Type<PageConnectionArgs & F>;
  Connection: PageConnectionClass<T, V>;
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
  { position, ...options }: PageConnectionOptions<T, F> | PageConnectionOptions<T & { id: string }, F>,
): PageConnection<T, V, F> {
  const at = (position ?? (({ id }: { id: string }) => positionOf(id))) as (item: T) => number;
  return { Args: pageConnectionArgs(options), Connection: pageConnectionClass(name, node, at) };
}

class NoFilters {}

/** The base class of the arguments of a further list that answers a connection of pages: one with other filters. */
export function pageConnectionArgs<F extends object = object>({
  max,
  fallback,
  filters,
}: ArgsOptions<F>): Type<PageConnectionArgs & F> {
  const Base: Type<object> = filters ?? NoFilters;

  @ArgsType()
  class ArgsOfConnection extends Base {
    @PageLimit(max, fallback)
    first: number;

    @QueryText({ max: CURSOR_MAX, description: 'Where the page begins: `endCursor` of the page before.' })
    after?: string;
  }
  return ArgsOfConnection as unknown as Type<PageConnectionArgs & F>;
}

function pageConnectionClass<T, V extends object>(
  name: string,
  node: View<T, V>,
  position: (item: T) => number,
): PageConnectionClass<T, V> {
  @ObjectType({ isAbstract: true })
  class ConnectionOfPages extends edgesOf<V>(name, node) {
    static async read(
      { first, after }: PageConnectionArgs,
      list: (page: PageRequest) => Promise<Page<T>>,
    ): Promise<ConnectionObject<V>> {
      const cursor = positionAt(after);
      const { items, hasMore, nextCursor } = await list({ limit: first, cursor });
      const edges = items.map((item) => ({ cursor: String(position(item)), node: node.of(item) }));
      const pageInfo = {
        hasNextPage: hasMore,
        hasPreviousPage: cursor > 0,
        startCursor: edges[0]?.cursor ?? null,
        // A search that was cut short goes on behind its last item.
        endCursor: hasMore ? String(nextCursor) : (edges.at(-1)?.cursor ?? null),
      };
      return { edges, pageInfo };
    }
  }
  return ConnectionOfPages;
}

function positionAt(after = '0'): number {
  const position = /^\d+$/.test(after) ? Number(after) : Number.NaN;
  if (!Number.isSafeInteger(position)) throw invalidField('InvalidParameter', 'after', 'is not a cursor of this list');
  return position;
}

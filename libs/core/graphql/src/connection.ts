import type { Type } from '@nestjs/common';
import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import { CURSOR_MAX, invalidField, PageLimit, QueryText, type View } from '#libs/core/http';
import type { KeysetPage, KeysetPosition, KeysetRequest, SealedCursors } from '#libs/core/persistence';

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

export interface ConnectionArgs {
  first: number;
  after?: string;
}

export interface ConnectionObject<V> {
  edges: { cursor: string; node: V }[];
  pageInfo: PageInfo;
}

interface ConnectionClass<T, V> extends Type<ConnectionObject<V>> {
  /**
   * Answers the arguments of a connection: opens the cursor, lists that page and seals a cursor for each of its items.
   * @throws Problem InvalidParameter for a cursor of another list, or a changed one
   */
  read(
    args: ConnectionArgs,
    cursors: SealedCursors,
    list: (page: KeysetRequest) => Promise<KeysetPage<T>>,
  ): Promise<ConnectionObject<V>>;
}

export interface ArgsOptions<F extends object> {
  /** Items on a page at most; as on REST. */
  max: number;
  /** Items on a page if `first` is absent; 50, or `max` if that is less. */
  fallback?: number;
  /** A class with the filters of the list, which its arguments extend. */
  filters?: Type<F>;
}

interface ConnectionOptions<T, F extends object> extends ArgsOptions<F> {
  /** The values of the keys by which the list is sorted. */
  position: (item: T) => KeysetPosition;
}

/** The base classes of a connection and of its arguments. */
export interface Connection<T, V, F> {
  Args: Type<ConnectionArgs & F>;
  Connection: ConnectionClass<T, V>;
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
  { position, ...options }: ConnectionOptions<T, F>,
): Connection<T, V, F> {
  return { Args: connectionArgs(options), Connection: connectionClass(name, node, position) };
}

class NoFilters {}

/** The base class of the arguments of a further list that answers a connection: one with other filters. */
export function connectionArgs<F extends object = object>({
  max,
  fallback,
  filters,
}: ArgsOptions<F>): Type<ConnectionArgs & F> {
  const Base: Type<object> = filters ?? NoFilters;

  @ArgsType()
  class ArgsOfConnection extends Base {
    @PageLimit(max, fallback)
    first: number;

    @QueryText({ max: CURSOR_MAX, description: 'Where the page begins: `endCursor` of the page before.' })
    after?: string;
  }
  return ArgsOfConnection as unknown as Type<ConnectionArgs & F>;
}

/** The base class of a connection of nodes, and of its edges. */
export function edgesOf<V extends object>(name: string, node: Type<V>): Type<ConnectionObject<V>> {
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
  return ConnectionOfNodes;
}

function connectionClass<T, V extends object>(
  name: string,
  node: View<T, V>,
  position: (item: T) => KeysetPosition,
): ConnectionClass<T, V> {
  @ObjectType({ isAbstract: true })
  class ConnectionOfKeys extends edgesOf<V>(name, node) {
    static async read(
      { first, after }: ConnectionArgs,
      cursors: SealedCursors,
      list: (page: KeysetRequest) => Promise<KeysetPage<T>>,
    ): Promise<ConnectionObject<V>> {
      const start = after ? cursors.open(after) : undefined;
      if (after && !start) throw invalidField('InvalidParameter', 'after', 'is not a cursor of this list');
      const { items, next } = await list({ limit: first, after: start });
      const edges = items.map((item) => ({ cursor: cursors.seal(position(item)) as string, node: node.of(item) }));
      const pageInfo = {
        hasNextPage: next !== null,
        hasPreviousPage: start !== undefined,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      };
      return { edges, pageInfo };
    }
  }
  return ConnectionOfKeys;
}

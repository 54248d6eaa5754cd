import { useCallback, useMemo, useState } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { useLastKnown } from './last-known.ts';
import { type Problem, problemsOf } from './problems.ts';
import { useWrites } from './writes.ts';

/** The answer of a query so far. */
export interface Read<Data> {
  data: Data | undefined;
  loading: boolean;
  problems: Problem[];
  again(): void;
}

/** Reads, from the cache at once and from the server then. */
export function useRead<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  pause = false,
): Read<Data> {
  const [result, execute] = useQuery<Data, Variables>({ query: document, variables, pause } as never);
  const again = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  const problems = useMemo(() => problemsOf(result.error), [result.error]);
  return { data: useLastKnown(result), loading: result.fetching, problems, again };
}

interface Connection {
  edges: readonly { node: unknown }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  count?: number | null;
  countAtLeast?: number | null;
}

/** Number of items of a list: exactly, or at least that many. */
export interface Total {
  count: number;
  isExact: boolean;
}

export interface PagedRead<Row> extends Omit<Read<unknown>, 'data'> {
  rows: readonly Row[] | undefined;
  total: Total | undefined;
  hasMore: boolean;
  more(): void;
  /** True if more than the first page was read: reading that anew would take the others away. */
  isLong: boolean;
  /** Reads the list from its beginning. */
  restart(): void;
}

/** Reads a list page by page; the cache joins the pages. Begins anew when the filters change, or after a write. */
export function usePages<Data, Variables extends { after?: string | null }, Field extends keyof Data>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  field: Field,
): PagedRead<NonNullable<Data[Field]> extends { edges: readonly { node: infer Row }[] } ? Row : never> {
  const writes = useWrites();
  const list = `${writes} ${JSON.stringify(variables)}`;
  const [reached, setReached] = useState<{ list: string; after: string } | null>(null);
  const after = reached?.list === list ? reached.after : null;
  const read = useRead(document, { ...variables, after } as Variables);
  const connection = read.data?.[field] as Connection | null | undefined;
  const { hasNextPage, endCursor } = connection?.pageInfo ?? { hasNextPage: false };
  const edges = connection?.edges;
  const rows = useMemo(() => edges?.map(({ node }) => node), [edges]);
  return {
    rows: rows as never,
    total: totalOf(connection),
    loading: read.loading,
    problems: read.problems,
    again: read.again,
    hasMore: hasNextPage,
    more: () => {
      if (!read.loading && hasNextPage && endCursor) setReached({ list, after: endCursor });
    },
    isLong: after !== null,
    restart: () => (after === null ? read.again() : setReached(null)),
  };
}

/** The number of items as a list tells it; undefined if it does not. */
export function totalOf(connection: Pick<Connection, 'count' | 'countAtLeast'> | null | undefined): Total | undefined {
  const { count, countAtLeast } = connection ?? {};
  if (count != null) return { count, isExact: true };
  return countAtLeast == null ? undefined : { count: countAtLeast, isExact: false };
}

import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { PageLimit, QueryLenientText, QueryText } from '../fields/query-fields.js';
import { Arguments } from '../graphql/arguments.js';
import { invalidField } from '../problem/invalid-field.js';
import type { View } from './page-of.js';

/** The names of the list parameters of an API, and its handling of invalid cursors. */
export interface ListConvention<Limit extends string, Next extends string> {
  /** The query parameter for the size of a page. */
  limit: Limit;
  /** The field of the answer with the cursor of the next page; empty after the last one. */
  next: Next;
  /** A cursor of another list, or a changed one: an error (InvalidParameter), or the first page. */
  invalidCursor: 'reject' | 'first page';
}

type Position = readonly (string | number | Date | null)[];

/** Seals positions for one list: the `SealedCursors` of libs/core/persistence. */
interface Cursors {
  seal(next: Position | null): string | null;
  /** Undefined for a cursor that is not of this list. */
  open(cursor: string | undefined): Position | undefined;
}

/** Page that a query asks for. */
interface PageRequest {
  limit: number;
  after?: Position;
}

interface Page<T> {
  items: readonly T[];
  /** Position of the next page; null after the last one. */
  next: Position | null;
}

type ListQuery<Limit extends string> = { cursor?: string } & Record<Limit, number>;

type PageView<Key extends string, Next extends string, V> = Record<Key, V[]> & Record<Next, string>;

interface PageClass<Key extends string, Limit extends string, Next extends string, T, V> extends Type<
  PageView<Key, Next, V>
> {
  /**
   * Answers a query: opens its cursor, lists that page and seals the cursor of the next one.
   * @throws Problem InvalidParameter for a cursor of another list, or a changed one, where the API rejects it
   */
  read(
    query: ListQuery<Limit>,
    cursors: Cursors,
    list: (page: PageRequest) => Promise<Page<T>>,
  ): Promise<PageView<Key, Next, V>>;
}

/** The base classes of a list's query and of its pages. */
export interface SealedList<Key extends string, Limit extends string, Next extends string, T, V, F = object> {
  Query: Type<ListQuery<Limit> & F>;
  Page: PageClass<Key, Limit, Next, T, V>;
}

export interface ListLimits<F extends object = object> {
  /** Items on a page at most. */
  max: number;
  /** Items on a page if the query names no number; 50, or `max` if that is less. */
  fallback?: number;
  /** A class with the filters of the list, which its query extends. */
  filters?: Type<F>;
}

/** Much longer than a sealed position with a few keys. */
export const CURSOR_MAX = 1_024;

/**
 * Makes the lists of an API with sealed cursors. An app calls it once with its convention, then the result once for each
 * list; the route of a list calls `read`:
 *
 * ```ts
 * export const listOf = sealedLists({ limit: 'limite', next: 'proximo', invalidCursor: 'reject' });
 *
 * const contacts = listOf('contatos', ContactView, { max: 200 });
 * export class ListContactsQuery extends contacts.Query {}
 * export class ContactPage extends contacts.Page {}
 *
 * list(@Query() query: ListContactsQuery) {
 *   return ContactPage.read(query, this.cursors, (page) => this.contacts.listPage(currentTenantId(), page));
 * }
 * ```
 */
export function sealedLists<Limit extends string, Next extends string>(convention: ListConvention<Limit, Next>) {
  return <Key extends string, T, V extends object, F extends object = object>(
    key: Key,
    view: View<T, V>,
    limits: ListLimits<F>,
  ): SealedList<Key, Limit, Next, T, V, F> => ({
    Query: queryClass(convention, limits),
    Page: pageClass(convention, key, view),
  });
}

class NoFilters {}

function queryClass<Limit extends string, F extends object>(
  { limit, next, invalidCursor }: ListConvention<Limit, string>,
  { max, fallback, filters }: ListLimits<F>,
): Type<ListQuery<Limit> & F> {
  const Base: Type<object> = filters ?? NoFilters;
  const CursorText = invalidCursor === 'reject' ? QueryText : QueryLenientText;

  @Arguments()
  class QueryOfList extends Base {
    @CursorText({ max: CURSOR_MAX, description: `Where the page begins: ${next} of the page before.` })
    cursor?: string;
  }
  PageLimit(max, fallback)(QueryOfList.prototype, limit);
  return QueryOfList as unknown as Type<ListQuery<Limit> & F>;
}

function pageClass<Key extends string, Limit extends string, Next extends string, T, V extends object>(
  { limit, next, invalidCursor }: ListConvention<Limit, Next>,
  key: Key,
  view: View<T, V>,
): PageClass<Key, Limit, Next, T, V> {
  class PageOfList {
    static async read(query: ListQuery<Limit>, cursors: Cursors, list: (page: PageRequest) => Promise<Page<T>>) {
      // An empty cursor, which the last page has, counts as absent.
      const after = query.cursor ? cursors.open(query.cursor) : undefined;
      if (query.cursor && !after && invalidCursor === 'reject')
        throw invalidField('InvalidParameter', 'cursor', 'is not a cursor of this list');
      const page = await list({ limit: query[limit], after });
      return { [key]: page.items.map((item) => view.of(item)), [next]: cursors.seal(page.next) ?? '' };
    }
  }
  ApiProperty({ type: [view] })(PageOfList.prototype, key);
  const description = 'The cursor of the next page; empty after the last one.';
  ApiProperty({ type: String, description })(PageOfList.prototype, next);
  return PageOfList as unknown as PageClass<Key, Limit, Next, T, V>;
}

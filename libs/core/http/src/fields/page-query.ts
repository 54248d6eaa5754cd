import type { Type } from '@nestjs/common';
import { Arguments } from '../graphql/arguments.js';
import { PageLimit, QueryInteger } from './query-fields.js';

/** The query parameters of a page. */
export interface PageQuery {
  cursor?: number;
  limit: number;
}

class NoFilters {}

/**
 * The base class of the query of a list with at most `max` items on a page:
 * `class ListTemplatesQuery extends pageQuery(200) {}`. The parameters of `filters` are its own, too.
 */
export function pageQuery<F extends object = object>(max: number, filters?: Type<F>): Type<PageQuery & F> {
  const Base: Type<object> = filters ?? NoFilters;

  @Arguments()
  class QueryOfPage extends Base implements PageQuery {
    @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
    cursor?: number;

    @PageLimit(max)
    limit: number;
  }
  return QueryOfPage as unknown as Type<PageQuery & F>;
}

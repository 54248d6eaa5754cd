import type { Type } from '@nestjs/common';
import { ArgsType } from '@nestjs/graphql';
import { PageLimit, QueryInteger } from './query-fields.js';

/** Which page of a list is wanted. */
export interface PageQuery {
  cursor?: number;
  limit: number;
}

/**
 * The query of a list whose pages hold `max` items at most, to be extended by a class that names it:
 * `class ListTemplatesQuery extends pageQuery(200) {}`.
 */
export function pageQuery(max: number): Type<PageQuery> {
  @ArgsType()
  class QueryOfPage implements PageQuery {
    @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
    cursor?: number;

    @PageLimit(max)
    limit: number;
  }
  return QueryOfPage;
}

import { ArgsType } from '@nestjs/graphql';
import { PageLimit, QueryEnum } from '#libs/core/http';
import { type Dimension, DIMENSIONS } from '#libs/sites/traffic';
import type { Segment } from '../traffic-reports.service.js';
import type { SegmentFilters } from '../totals.sql.js';
import { NONE, ROWS_MAX, type SegmentDimension, type SegmentQuery } from './segment.query.js';
import { PageWindowQuery } from './window.query.js';

/** Events of a list at most. */
const EVENTS_MAX = 500;

@ArgsType()
export class OverviewQuery extends PageWindowQuery {}

@ArgsType()
export class BreakdownQuery extends PageWindowQuery {
  @QueryEnum(Object.values(DIMENSIONS), { default: DIMENSIONS.page, description: 'Uma linha por valor dela.' })
  dimensao: string;

  @PageLimit(ROWS_MAX)
  limite: number;
}

@ArgsType()
export class EventsQuery extends PageWindowQuery {
  @PageLimit(EVENTS_MAX)
  limite: number;
}

const BY_WORD = new Map(
  Object.entries(DIMENSIONS).map(([dimension, word]) => [word as string, dimension as Dimension]),
);

/** The dimension of a word that a query has taken. */
export function toDimension(word: string): Dimension {
  const dimension = BY_WORD.get(word);
  if (!dimension) throw new Error(`${word} is no dimension`);
  return dimension;
}

export function toSegment(query: SegmentQuery): Segment {
  const values: [keyof SegmentFilters, string | undefined][] = [
    ['utm_source', query.utm_source],
    ['utm_medium', query.utm_medium],
    ['utm_campaign', query.utm_campaign],
    ['country', query.pais === NONE ? NONE : query.pais?.toUpperCase()],
    ['device', query.dispositivo],
  ];
  const given = values.filter(([, value]) => value !== undefined && value !== '');
  return {
    dimension: toDimension(query.dimensao) as SegmentDimension,
    filters: Object.fromEntries(given.map(([dimension, value]) => [dimension, value === NONE ? '' : value])),
  };
}

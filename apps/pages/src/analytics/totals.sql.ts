import { ALL_PAGES, OTHERS } from '#libs/sites/traffic';
import type { SegmentDimension } from './dto/segment.query.js';

const MEASURES = ['views', 'sessions', 'visitors', 'conversions', 'bounces', 'seconds'];

/** A sum stays below 2^53, so it is exact as a float8. */
const SUMS = MEASURES.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`).join(', ');

/** Totals of the buckets that begin at $5, which have any. */
export const SUM_BY_BUCKET = `
  select width_bucket(hour, $5::timestamptz[]) - 1 as bucket, ${SUMS}, coalesce(sum(consented), 0)::float8 as consented
  from total_hour
  where tenant_id = $1 and page_id = $2 and hour >= $3 and hour < $4
  group by bucket`;

/** Visitors with consent of page $2, of the spans of $3 days that start at $4. */
export const LIST_SKETCHES = `
  select sketch
  from unnest($3::smallint[], $4::date[]) wanted (span, starts) join visitor_sketch using (span, starts)
  where tenant_id = $1 and page_id = $2`;

/** The rows with most views, and all others together, whose value is null. $1 to $n are those of the rows. */
const ranked = (rows: string, limit: string): string => `
  with by_value as (${rows}),
  ranked as (
    select *, row_number() over (order by value = '${OTHERS}', views desc, sessions desc, value) as place from by_value
  ),
  placed as (
    select *, case when place <= ${limit} and value <> '${OTHERS}' then value end as shown from ranked
  )
  select shown as value, ${SUMS}
  from placed
  group by shown
  order by shown is null, sum(views) desc, sum(sessions) desc, shown`;

/** The values of dimension $2 of page $3 in the days from $4 to before $5, $6 at most. */
export const LIST_VALUES = ranked(
  `select value, ${SUMS}
   from total_day
   where tenant_id = $1 and dimension = $2 and page_id = $3 and day >= $4 and day < $5
   group by value`,
  '$6',
);

/** Columns of `cube_day` by dimension. */
const CUBE_COLUMNS: Record<SegmentDimension, string> = {
  page: 'page_id',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  country: 'country',
  device: 'device',
};

/** Filters of a report, by dimension. */
export type SegmentFilters = Partial<Record<Exclude<SegmentDimension, 'page'>, string>>;

interface CubeStatement {
  text: string;
  values: string[];
}

/** Conditions of the filters, whose values are parameters from `first` on. */
function conditions(filters: SegmentFilters, first: number): CubeStatement {
  const entries = Object.entries(filters) as [SegmentDimension, string][];
  return {
    text: entries.map(([dimension], index) => ` and ${CUBE_COLUMNS[dimension]} = $${first + index}`).join(''),
    values: entries.map(([, value]) => value),
  };
}

/**
 * The values of a dimension among the rows of the filters, of page $2 in the days from $3 to before $4, $5 at most. By pages, $2
 * is empty for all pages.
 */
export function listCubeValues(dimension: SegmentDimension, filters: SegmentFilters): CubeStatement {
  const { text, values } = conditions(filters, 6);
  const ofPage =
    dimension === 'page' ? `case when $2 = '${ALL_PAGES}' then page_id <> $2 else page_id = $2 end` : 'page_id = $2';
  const rows = `select ${CUBE_COLUMNS[dimension]} as value, ${SUMS}
   from cube_day
   where tenant_id = $1 and ${ofPage} and day >= $3 and day < $4${text}
   group by 1`;
  return { text: ranked(rows, '$5'), values };
}

/** Totals of the rows of the filters, of page $2 in the days from $3 to before $4. */
export function sumCube(filters: SegmentFilters): CubeStatement {
  const { text, values } = conditions(filters, 5);
  return {
    text: `select ${SUMS} from cube_day where tenant_id = $1 and page_id = $2 and day >= $3 and day < $4${text}`,
    values,
  };
}

/** Totals of the tuples that had no place among those of their day. */
export const SUM_CUBE_OTHERS = `
  select ${SUMS}
  from cube_day
  where tenant_id = $1 and page_id = $2 and day >= $3 and day < $4 and device = '${OTHERS}'`;

/** The page or pixel with most views in the days from $2 to before $3. A value of a pixel has a path behind the id. */
export const FIND_TOP_PAGE = `
  select split_part(value, ' ', 1) as value
  from total_day
  where tenant_id = $1 and dimension = 'page' and page_id = '${ALL_PAGES}' and day >= $2 and day < $3
    and value <> '${OTHERS}'
  group by 1
  order by sum(views) desc, 1
  limit 1`;

export const FIND_PAGE_BY_SLUG = `
  select id from page where tenant_id = $1 and slug = $2 and deleted_at is null`;

export const LIST_TITLES = `
  select id, title from page where tenant_id = $1 and id = any($2)
  union all
  select id, name from pixel where tenant_id = $1 and id = any($2)`;

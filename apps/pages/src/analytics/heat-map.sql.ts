/** Clicks by cell of page $2 in the days from $3 to before $4, on side $5 or on all. */
export const LIST_CLICKS = `
  select x, y, sum(clicks)::float8 as clicks
  from heat_day
  where tenant_id = $1 and page_id = $2 and day >= $3 and day < $4 and ($5::text is null or side = $5)
  group by x, y
  order by clicks desc, y, x`;

/** Views by the deepest tenth of the page that was seen, 0 to 10. */
export const LIST_DEPTHS = `
  select depth / 10 as tenth, sum(views)::float8 as views
  from scroll_day
  where tenant_id = $1 and page_id = $2 and day >= $3 and day < $4 and ($5::text is null or side = $5)
  group by tenth`;

/** Who leaves a form before a window and comes back in it has taken away what is not there. */
const SUMS = ['views', 'starts', 'lasts', 'sends', 'spam']
  .map((name) => `greatest(0, sum(${name}))::float8 as ${name}`)
  .join(', ');

/** Totals of form $2 and of each of its fields, whose name is empty for the form itself. */
export const SUM_BY_FIELD = `
  select field, ${SUMS}
  from form_hour
  where tenant_id = $1 and form_id = $2 and hour >= $3 and hour < $4
  group by field`;

/** Totals of form $2 in the buckets that begin at $5, which have any. */
export const SUM_FORM_BY_BUCKET = `
  select width_bucket(hour, $5::timestamptz[]) - 1 as bucket, ${SUMS}
  from form_hour
  where tenant_id = $1 and form_id = $2 and field = '' and hour >= $3 and hour < $4
  group by bucket`;

/** Leads of form $2 that an API key sent, in the buckets that begin at $5, which have any. */
export const COUNT_KEY_LEADS = `
  select width_bucket(created_at, $5::timestamptz[]) - 1 as bucket, count(*)::int as sends
  from lead
  where tenant_id = $1 and form_id = $2 and created_at >= $3 and created_at < $4 and source = 'api' and not is_spam
  group by bucket`;

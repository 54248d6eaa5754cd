/**
 * Visitors and conversions of the variants of a phase, by the hour of the first exposure; and the same of some hours before the
 * end. $1 tenant, $2 experiment, $3 phase, $4 from, $5 to, $6 ages in hours.
 */
export const AB_TOTALS = `
  select total.variant_id as "variantId", age.hours as age,
         sum(total.visitors)::float8 as visitors, sum(total.conversions)::float8 as conversions
  from unnest($6::integer[]) age (hours)
  join experiment_total total on total.tenant_id = $1 and total.experiment_id = $2 and total.phase = $3
    and total.hour >= date_trunc('hour', $4::timestamptz, 'UTC')
    and total.hour < $5::timestamptz - make_interval(hours => age.hours)
  group by 1, 2`;

/** Visitors and conversions by the hour. $1 tenant, $2 experiment, $3 phase, $4 from, $5 to. */
export const HOURS_OF_PHASE = `
  select variant_id as "variantId", hour, visitors::float8 as visitors, conversions::float8 as conversions
  from experiment_total where tenant_id = $1 and experiment_id = $2 and phase = $3
    and hour >= date_trunc('hour', $4::timestamptz, 'UTC') and hour < $5::timestamptz
  order by hour`;

/** The experiment of a variant. $1 tenant, $2 ids. */
export const EXPERIMENT_OF_VARIANTS = `
  select experiment_id as "experimentId" from experiment_variant
  where tenant_id = $1 and id = any ($2::text[]) order by experiment_id desc limit 1`;

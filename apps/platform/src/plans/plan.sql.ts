/** Differs after every change of a plan. */
export const PLANS_VERSION = `
  select coalesce(md5(string_agg(plan::text, ',' order by position)), '') as version from plan`;

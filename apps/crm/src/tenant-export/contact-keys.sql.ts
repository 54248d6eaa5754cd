/** The keys of contacts that have one. Parameters: tenant, ids. */
export const CONTACT_KEYS = `
  select id, data_key as "dataKey" from contact
   where tenant_id = $1 and id = any ($2::text[]) and data_key is not null`;

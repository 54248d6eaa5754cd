/** Returns the contacts that had one. Parameters: tenant, key, how many contacts at most. Contacts that a user changes meanwhile are left for later. */
export const CLEAR_VALUES = `
  update contact set custom = custom - $2::text,
    filter_keys = case when filter_keys is not null then
      array(select one from unnest(filter_keys) as one where not starts_with(one, 'custom.' || $2::text || '=')) end
  where tenant_id = $1 and id in (
    select id from contact where tenant_id = $1 and custom ? $2::text order by id limit $3 for update)
  returning id, deleted_at is null as "isLive"`;

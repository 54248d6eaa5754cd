/** Pixels with their domains and conversions. Parameter: their ids, or null for all. */
export const LIST_PIXELS = `
  select id, tenant_id as "tenantId", active,
         array(select domain from pixel_domain d where d.tenant_id = p.tenant_id and d.pixel_id = p.id) as domains,
         coalesce((select json_agg(json_build_object('name', name, 'kind', kind, 'value', value))
                   from pixel_conversion c where c.tenant_id = p.tenant_id and c.pixel_id = p.id), '[]') as conversions
  from pixel p where $1::text[] is null or id = any ($1)`;

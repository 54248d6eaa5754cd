const COLUMNS = `t.id, t.name, t.slug, t.status, t.status_reason as "statusReason", t.plan, t.products,
  (select count(*)::int from membership m where m.tenant_id = t.id) as members,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const MATCHES_TEXT = `(t.name ilike '%' || $3 || '%' or t.slug like $3 || '%' or t.id = $4 or exists (
  select 1 from email_address a join membership m on m.user_id = a.user_id where a.email = $4 and m.tenant_id = t.id))`;

/** Newest first. Parameters: status, plan, text as a pattern, text, the id before, limit; null does not filter. */
export const SEARCH_TENANTS = `
  select ${COLUMNS} from tenant t
   where ($1::text is null or t.status = $1) and ($2::text is null or t.plan = $2)
     and ($3::text is null or ${MATCHES_TEXT}) and ($5::text is null or t.id < $5)
   order by t.id desc limit $6`;

/** Parameters: the id. */
export const FIND_TENANT = `select ${COLUMNS} from tenant t where t.id = $1`;

export const COUNT_TENANTS = `
  select count(*) filter (where status = 'active')::int as active,
         count(*) filter (where status = 'trial')::int as trial,
         count(*) filter (where status = 'suspended')::int as suspended
    from tenant`;

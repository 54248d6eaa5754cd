import { EFFECTIVE_STATUS, TENANTS_WITH_DELETION } from '../tenants/tenant.sql.js';

const COLUMNS = `t.id, t.name, t.slug, ${EFFECTIVE_STATUS} as status, t.status_reason as "statusReason", t.plan, t.products,
  (select count(*)::int from membership m where m.tenant_id = t.id) as members,
  d.due_at as "deletesAt",  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const MATCHES_TEXT = `(t.name ilike '%' || $3 || '%' or t.slug like $3 || '%' or t.id = $4 or exists (
  select 1 from email_address a join membership m on m.user_id = a.user_id where a.email = $4 and m.tenant_id = t.id))`;

/** Newest first. Parameters: status, plan, text as a pattern, text, the id before, limit; null does not filter. */
export const SEARCH_TENANTS = `
  select ${COLUMNS} from ${TENANTS_WITH_DELETION}
   where ($1::text is null or ${EFFECTIVE_STATUS} = $1) and d.started_at is null and ($2::text is null or t.plan = $2)
     and ($3::text is null or ${MATCHES_TEXT}) and ($5::text is null or t.id < $5)
   order by t.id desc limit $6`;

/** Parameters: the id. */
export const FIND_TENANT = `select ${COLUMNS} from ${TENANTS_WITH_DELETION} where t.id = $1`;

export const COUNT_TENANTS = `
  select count(*) filter (where status = 'active')::int as active,
         count(*) filter (where status = 'trial')::int as trial,
         count(*) filter (where status = 'suspended')::int as suspended
    from (select ${EFFECTIVE_STATUS} as status from ${TENANTS_WITH_DELETION} where d.started_at is null) as counted`;

/** Leads that are older than their forms keep them: `$1` of them at most. */
export const DELETE_EXPIRED_LEADS = `
  delete from lead where ctid = any (array(
    select lead.ctid from form join lead on lead.form_id = form.id and lead.tenant_id = form.tenant_id
    where form.retention_days is not null and lead.created_at < now() - form.retention_days * interval '1 day'
    limit $1))`;

/**
 * The newest leads of addresses, without spam. As the system role: `lower` is not leakproof, and row-level security would keep
 * the role of the app from the index. Parameters: tenant, addresses in lower case, leads of each.
 */
export const LIST_LEADS_OF_EMAILS = `
  select asked.email, found.id from unnest($2::text[]) as asked (email) cross join lateral (
    select id from lead
     where tenant_id = $1 and lower(email) = asked.email and email is not null and not is_spam
     order by id desc limit $3
  ) as found`;

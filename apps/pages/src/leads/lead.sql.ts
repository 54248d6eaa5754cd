/** Leads that are older than their forms keep them: `$1` of them at most. */
export const DELETE_EXPIRED_LEADS = `
  delete from lead where ctid = any (array(
    select lead.ctid from form join lead on lead.form_id = form.id and lead.tenant_id = form.tenant_id
    where form.retention_days is not null and lead.created_at < now() - form.retention_days * interval '1 day'
    limit $1))`;

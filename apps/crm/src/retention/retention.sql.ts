/** The next tenants with a policy, by id. Parameters: the tenant after which they begin, rows. */
export const LIST_POLICIES = `
  select tenant_id as "tenantId", days from retention_policy
   where days is not null and tenant_id > $1 order by tenant_id limit $2`;

/** The condition that nothing has happened to a contact for some days; what it was sent is nothing of its own. Parameters: tenant, days. */
const INACTIVE = `
      contact.tenant_id = $1 and contact.anonymized_at is null
  and contact.last_activity_at < now() - make_interval(days => $2)
  and contact.updated_at < now() - make_interval(days => $2)
  and not exists (
    select from activity where activity.tenant_id = contact.tenant_id and activity.contact_id = contact.id
       and activity.type <> 'message' and activity.created_at >= now() - make_interval(days => $2))
  and not exists (
    select from erasure_request request where request.tenant_id = contact.tenant_id
       and request.contact_id = contact.id and request.status = 'pending')`;

/**
 * Contacts without activity, deleted ones included. One whose erasure is asked for waits for the decision.
 * Parameters: tenant, days, rows.
 */
export const LIST_INACTIVE = `
  select id from contact where ${INACTIVE} order by contact.last_activity_at limit $3`;

/** Whether a contact is still inactive. Parameters: tenant, days, contact. */
export const IS_INACTIVE = `select from contact where ${INACTIVE} and contact.id = $3`;

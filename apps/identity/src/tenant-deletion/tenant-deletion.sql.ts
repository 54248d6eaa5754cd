/** Deletions whose grace is over. Parameters: limit. */
export const LIST_DUE = `
  select tenant_id as "tenantId" from tenant_deletion
   where started_at is null and due_at <= now() order by due_at limit $1`;

/** Deletions of which an app has not answered for a day. Parameters: limit. */
export const LIST_UNANSWERED = `
  select tenant_id as "tenantId" from tenant_deletion
   where started_at is not null and finished_at is null and asked_at < now() - interval '1 day'
   order by asked_at limit $1`;

/** Whether a user deletes their account. Parameters: the user. */
export const IS_LEAVING = `select true as leaving from account_deletion where user_id = $1 and restored_at is null`;

/** Ends the memberships of a tenant. Parameters: tenant. */
export const DELETE_MEMBERS = `delete from membership where tenant_id = $1 returning user_id as name`;

/** Parameters: tenant. */
export const REVOKE_KEYS = `
  update api_key set revoked_at = now() where tenant_id = $1 and revoked_at is null returning secret_hash as name`;

/** The support sessions in a tenant that are open. Parameters: tenant. */
export const SUPPORT_SESSIONS = `select id as name from support_session where tenant_id = $1 and ended_at is null`;

/** Blanks the name and the slug of a tenant, which say who had it. The row is deleted when every app has answered. Parameters: tenant, slug. */
export const BLANK_TENANT = `
  update tenant set name = '', slug = $2, status = 'suspended', status_reason = null, products = '{}' where id = $1`;

/** Parameters: tenant, app, answer as JSON. */
export const INSERT_ANSWER = `
  update tenant_deletion set answers = answers || jsonb_build_object($2::text, $3::jsonb) where tenant_id = $1`;

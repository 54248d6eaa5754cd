import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const DETACH_EMAIL_CHECKS = `
  update lead_receipt set has_primary_email = false where tenant_id = $1 and contact_id = $2 and has_primary_email`;

/** Lets no lead of a contact say anything of its primary e-mail address any more: the contact has another one. */
export async function detachEmailChecks(tx: SqlExecutor, tenantId: TenantId, contactId: string): Promise<void> {
  await exec(tx, DETACH_EMAIL_CHECKS, [tenantId, contactId]);
}

import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Deletes all enrollments of a contact with their steps. */
export async function deleteEnrollmentsOf(tx: SqlExecutor, tenantId: TenantId, contactId: string): Promise<void> {
  await exec(
    tx,
    `delete from enrollment_step where tenant_id = $1 and enrollment_id in (
       select id from enrollment where tenant_id = $1 and contact_id = $2)`,
    [tenantId, contactId],
  );
  await exec(tx, 'delete from enrollment where tenant_id = $1 and contact_id = $2', [tenantId, contactId]);
}

import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Makes room for the enrollment of a simulation, in a transaction that is rolled back. */
export async function deleteEnrollmentsOfJourney(
  tx: SqlExecutor,
  tenantId: TenantId,
  journeyId: string,
  contactId: string,
): Promise<void> {
  await exec(tx, 'delete from enrollment where tenant_id = $1 and journey_id = $2 and contact_id = $3', [
    tenantId,
    journeyId,
    contactId,
  ]);
}

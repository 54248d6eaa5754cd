import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Lists the ids of the present credentials of these tenants. */
export async function listCredentialIds(tx: SqlExecutor, tenantIds: readonly TenantId[]): Promise<string[]> {
  const rows = await many<{ id: string }>(tx, 'select id from sms_credential where tenant_id = any($1::text[])', [
    tenantIds,
  ]);
  return rows.map(({ id }) => id);
}

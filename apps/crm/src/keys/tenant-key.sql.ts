/** The next keys, by tenant. Parameters: the tenant after which they begin, rows. */
export const LIST_SEALED_KEYS = `
  select tenant_id as "tenantId", sealed from tenant_key where tenant_id > $1 order by tenant_id limit $2`;

/** Parameters: tenant, the seal as it was, the new one. */
export const UPDATE_SEALED_KEY = `update tenant_key set sealed = $3 where tenant_id = $1 and sealed = $2`;

import type { SealedDkimKey } from '#libs/messaging/domains';
import { many, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const ACTIVE_KEYS = prepared(
  'domain-signing-keys',
  `
    select k.id, d.name as domain, k.selector, k.private_key as "privateKey"
    from sending_domain d join domain_key k on k.tenant_id = d.tenant_id and k.domain_id = d.id
    where d.tenant_id = $1 and d.name = any($2::text[]) and d.verified_at is not null and k.active
    order by k.algorithm, k.created_at desc`,
);

/** The active keys of those domains that the tenant has verified. Every delivery of a chunk asks for them. */
export async function listSigningKeys(
  tx: SqlExecutor,
  tenantId: TenantId,
  domains: readonly string[],
): Promise<SealedDkimKey[]> {
  return many(tx, ACTIVE_KEYS, [tenantId, domains]);
}

import type { SealedDkimKey } from '#libs/messaging/domains';
import { many, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const ACTIVE_KEYS = prepared(
  'mail-signing-keys',
  `
    select k.id, d.name as domain, k.selector, k.private_key as "privateKey"
    from mail_domain d join dkim_signing_key k on k.tenant_id = d.tenant_id and k.domain_id = d.id
    where d.tenant_id = $1 and d.id = $2 and d.verified_at is not null and d.removed_at is null and k.active
    order by k.algorithm, k.created_at desc`,
);

/** The active keys of a domain; none of one that is not verified. */
export async function listSigningKeys(tx: SqlExecutor, tenantId: TenantId, domainId: string): Promise<SealedDkimKey[]> {
  return many(tx, ACTIVE_KEYS, [tenantId, domainId]);
}

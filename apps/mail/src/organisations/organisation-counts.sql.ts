import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

export interface OrganisationCounts {
  domains: number;
  /** Live mailboxes of live domains. */
  mailboxes: number;
}

const COUNTS = `
  select d.organisation_id as id, count(*)::int as domains, sum(m.mailboxes)::int as mailboxes
  from mail_domain d cross join lateral (
    select count(*) as mailboxes from mailbox
    where mailbox.tenant_id = d.tenant_id and mailbox.domain_id = d.id and mailbox.removed_at is null
  ) m
  where d.tenant_id = $1 and d.organisation_id = any($2::uuid[]) and d.removed_at is null
  group by d.organisation_id`;

/** Counts domains and mailboxes by the id of the organisation; one without a domain is absent. */
export async function countContents(
  tx: SqlExecutor,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<Map<string, OrganisationCounts>> {
  const rows = await many<OrganisationCounts & { id: string }>(tx, COUNTS, [tenantId, ids]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

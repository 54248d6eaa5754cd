import { many, prepared, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** An address of a tenant, in lower case. */
export interface SenderAddress {
  tenantId: TenantId;
  address: string;
}

/** A live mailbox with what its domain says of sending. */
export interface SenderMailbox {
  id: string;
  address: string;
  /** Display name, by the identity of the mailbox's own address if it has one. */
  displayName: string;
  /** Address for answers, by that identity; null for the address itself. */
  replyTo: string | null;
  domainId: string;
  domain: string;
  isVerified: boolean;
}

const ADDRESSES = new RowParameters<SenderAddress>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  address: { type: 'text', of: ({ address }) => address },
});

// The limits make it one look into each index for each address: a join may read all mailboxes of the tenant.
const FIND_SENDERS = prepared(
  'senders',
  `
    select given.n::int, m.id, m.address, coalesce(nullif(i.display_name, ''), m.display_name) as "displayName",
           i.reply_to as "replyTo", d.id as "domainId", d.name as domain,
           d.verified_at is not null as "isVerified"
      from ${ADDRESSES.sql(1)} given
      cross join lateral (
        select * from mailbox where tenant_id = given.tenant_id and address = given.address and removed_at is null limit 1
      ) m
      left join sender_identity i on i.tenant_id = m.tenant_id and i.mailbox_id = m.id and i.address = m.address
      cross join lateral (
        select * from mail_domain where tenant_id = m.tenant_id and id = m.domain_id and removed_at is null limit 1
      ) d`,
);

/** The mailbox of each address, undefined if it has none. */
export async function findSenders(
  tx: SqlExecutor,
  addresses: readonly SenderAddress[],
): Promise<(SenderMailbox | undefined)[]> {
  const rows = await many<SenderMailbox & { n: number }>(tx, FIND_SENDERS, ADDRESSES.values(addresses));
  const found: (SenderMailbox | undefined)[] = addresses.map(() => undefined);
  for (const { n, ...mailbox } of rows) found[n - 1] = mailbox;
  return found;
}

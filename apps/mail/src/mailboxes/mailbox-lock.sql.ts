import { exec, many, prepared, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** A mailbox, and the bytes that it is to hold more. */
export interface MailboxGrowth {
  tenantId: TenantId;
  mailboxId: string;
  bytes: number;
}

const GROWTHS = new RowParameters<MailboxGrowth>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  mailbox_id: { type: 'uuid', of: ({ mailboxId }) => mailboxId },
  bytes: { type: 'bigint', of: ({ bytes }) => bytes },
});

// Each is looked up by itself, and then by all their ids: a join may read all mailboxes of the tenant.
const LOCK_MAILBOXES = prepared(
  'lock-mailboxes',
  `
    with locked as materialized (
      select given.tenant_id, given.mailbox_id as id, given.bytes
        from (select * from ${GROWTHS.sql(1)} asked order by mailbox_id) as given cross join lateral (
          select from mailbox where tenant_id = given.tenant_id and id = given.mailbox_id offset 0 for no key update) as held
    )
    update mailbox set used_bytes = greatest(used_bytes + locked.bytes, 0)
      from locked where mailbox.tenant_id = locked.tenant_id and mailbox.id = locked.id
       and mailbox.id = any (array(select id from locked))
    returning mailbox.id`,
);

/**
 * Locks mailboxes in the order of their ids until the transaction ends, and adds to the bytes that they hold. Each is named
 * once. Returns the ids of those that exist.
 */
export async function lockMailboxes(tx: SqlExecutor, growths: readonly MailboxGrowth[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(tx, LOCK_MAILBOXES, GROWTHS.values(growths));
  return new Set(rows.map(({ id }) => id));
}

/** Locks a mailbox until the transaction ends, and adds to the bytes that it holds. False if there is none. */
export async function lockMailbox(
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  addedBytes: number,
): Promise<boolean> {
  const sql =
    addedBytes === 0
      ? 'select from mailbox where tenant_id = $1 and id = $2 for no key update'
      : 'update mailbox set used_bytes = greatest(used_bytes + $3, 0) where tenant_id = $1 and id = $2';
  const parameters = addedBytes === 0 ? [tenantId, mailboxId] : [tenantId, mailboxId, addedBytes];
  return (await exec(tx, sql, parameters)) > 0;
}

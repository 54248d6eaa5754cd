import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const DELETE_UNUSED = `
  delete from forwarding_address a
   where a.tenant_id = $1 and a.mailbox_id = $2 and not a.is_destination
     and not exists (select from mail_filter f
                      where f.tenant_id = $1 and f.mailbox_id = $2 and a.address = any (f.forward_to))`;

/** Deletes the addresses of a mailbox to which neither it nor one of its filters forwards. */
export async function deleteUnusedAddresses(tx: SqlExecutor, tenantId: TenantId, mailboxId: string): Promise<void> {
  await exec(tx, DELETE_UNUSED, [tenantId, mailboxId]);
}

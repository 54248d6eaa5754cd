import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

const SET_ORDER = `
  update mail_filter f set position = given.position - 1
    from unnest($3::uuid[]) with ordinality as given (id, position)
   where f.tenant_id = $1 and f.mailbox_id = $2 and f.id = given.id`;

/** Gives the filters of a mailbox the positions that their ids have in the list, from 0. */
export async function setOrder(
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  ids: readonly string[],
): Promise<void> {
  await exec(tx, SET_ORDER, [tenantId, mailboxId, ids]);
}

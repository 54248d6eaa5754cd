import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Folders whose messages labels do not count. */
export const UNCOUNTED_FOLDERS = `('spam', 'trash', 'quarantine')`;

const RECOUNT = `
  update label set total = label.total + change.total, unread = label.unread + change.unread
    from (
      select given.label_id, $3 * count(*)::int as total, $3 * count(*) filter (where not m.is_read)::int as unread
        from message_label given
        join mail_message m on m.tenant_id = given.tenant_id and m.id = given.message_id
        join folder on folder.tenant_id = m.tenant_id and folder.id = m.folder_id
       where given.tenant_id = $1 and given.message_id = any ($2::uuid[]) and folder.kind not in ${UNCOUNTED_FOLDERS}
       group by given.label_id
    ) change
   where label.tenant_id = $1 and label.id = change.label_id`;

/**
 * Takes messages out of the counts of their labels (-1), before they change, or adds them (1), after it. Their mailbox is
 * locked.
 */
export async function countLabelsOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  messageIds: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  await exec(tx, RECOUNT, [tenantId, messageIds, sign]);
}

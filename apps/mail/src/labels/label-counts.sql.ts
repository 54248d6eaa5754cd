import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Folders whose messages labels do not count. */
export const UNCOUNTED_FOLDERS = `('spam', 'trash', 'quarantine')`;

// Each message is looked up by itself: a join may read all that the tenant has.
const RECOUNT = `
  update label set total = label.total + change.total, unread = label.unread + change.unread
    from (
      select given.label_id, $3 * count(*)::int as total, $3 * count(*) filter (where not m.is_read)::int as unread
        from unnest($2::uuid[]) as asked (id) cross join lateral (
          select is_read, folder_id from mail_message where tenant_id = $1 and id = asked.id offset 0
        ) as m cross join lateral (
          select kind from folder where tenant_id = $1 and id = m.folder_id offset 0
        ) as folder cross join lateral (
          select label_id from message_label where tenant_id = $1 and message_id = asked.id offset 0
        ) as given
       where folder.kind not in ${UNCOUNTED_FOLDERS}
       group by given.label_id
    ) change
   where label.tenant_id = $1 and label.id = change.label_id`;

/**
 * Takes messages out of the counts of their labels (-1), before they change, or adds them (1), after it. Their mailbox is
 * locked. Each is named once.
 */
export async function countLabelsOf(
  tx: SqlExecutor,
  tenantId: TenantId,
  messageIds: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  await exec(tx, RECOUNT, [tenantId, messageIds, sign]);
}

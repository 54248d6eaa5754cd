import { many, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Messages of a mailbox in all folders, and the unread ones of its inbox. */
export interface MailboxCounts {
  messages: number;
  unread: number;
}

const COUNTS = `
  select mailbox_id as "mailboxId", sum(total)::int as messages,
         coalesce(sum(unread) filter (where kind = 'inbox'), 0)::int as unread
    from folder
   where ${rowsByKeys('folder', { mailbox_id: '$2::uuid[]' })}
   group by mailbox_id`;

/** Counts messages, by mailbox. */
export async function countMessages(
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxIds: readonly string[],
): Promise<Map<string, MailboxCounts>> {
  const rows = await many<MailboxCounts & { mailboxId: string }>(tx, COUNTS, [tenantId, mailboxIds]);
  return new Map(rows.map(({ mailboxId, messages, unread }) => [mailboxId, { messages, unread }]));
}

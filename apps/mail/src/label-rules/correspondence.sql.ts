import { maybe, type SqlExecutor, type TenantId } from '#libs/persistence';

/** Whether the mailbox has written in the conversation. */
const HAS_WRITTEN = `
  select from mail_message
   where tenant_id = $1 and mailbox_id = $2 and thread_id = $3 and origin = 'sent'
   limit 1`;

export const hasWritten = async (
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  threadId: string,
): Promise<boolean> => (await maybe(tx, HAS_WRITTEN, [tenantId, mailboxId, threadId])) !== undefined;

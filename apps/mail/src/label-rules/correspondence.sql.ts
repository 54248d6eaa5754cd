import { maybe, type SqlExecutor, type TenantId } from '#libs/persistence';

/** Parameters: tenant, mailbox, thread, address of the sender. */
const KNOWS = `
  select where exists (select from mail_message
                        where tenant_id = $1 and mailbox_id = $2 and thread_id = $3 and origin = 'sent')
            or exists (select from mailbox_contact
                        where tenant_id = $1 and mailbox_id = $2 and lower(email) = lower($4))`;

/** Whether the mailbox has written in the conversation, or the sender is one of its contacts. */
export const knowsSender = async (
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  threadId: string,
  address: string,
): Promise<boolean> => (await maybe(tx, KNOWS, [tenantId, mailboxId, threadId, address])) !== undefined;

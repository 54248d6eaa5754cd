import { one, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** A draft that was moved elsewhere is none while it is there. */
export const IN_DRAFTS = `exists (
  select from mail_message message
    join folder on folder.tenant_id = message.tenant_id and folder.id = message.folder_id and folder.kind = 'drafts'
   where message.tenant_id = draft.tenant_id and message.id = draft.message_id)`;

const FILE_BYTES = `
  select coalesce(sum(file.bytes), 0) as bytes
    from draft join message_attachment file on file.tenant_id = draft.tenant_id and file.message_id = draft.message_id
   where draft.tenant_id = $1 and draft.mailbox_id = $2`;

/** Sums up the bytes of the files of all drafts of a mailbox, which its messages do not count. */
export async function sumFileBytes(tx: SqlExecutor, tenantId: TenantId, mailboxId: string): Promise<number> {
  const { bytes } = await one<{ bytes: string }>(tx, FILE_BYTES, [tenantId, mailboxId]);
  return Number(bytes);
}

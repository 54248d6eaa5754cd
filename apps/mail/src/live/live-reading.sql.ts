import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Data of a message in its events. */
export interface LiveMessage {
  id: string;
  folderId: string;
  threadId: string;
  isRead: boolean;
  isStarred: boolean;
  labelIds: string[];
}

const MESSAGES = `
  select m.id, m.folder_id as "folderId", m.thread_id as "threadId", m.is_read as "isRead", m.is_starred as "isStarred",
         array(
           select given.label_id::text from message_label given
            where given.tenant_id = m.tenant_id and given.message_id = m.id order by given.label_id
         ) as "labelIds"
    from mail_message m
   where m.tenant_id = $1 and m.mailbox_id = $2 and m.id = any ($3::uuid[])`;

/** Messages of a mailbox as they are now; those that it does not have are left out. */
export const listLiveMessages = (
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  ids: readonly string[],
): Promise<LiveMessage[]> => many<LiveMessage>(tx, MESSAGES, [tenantId, mailboxId, ids]);

/** The messages of a folder or a label. */
export interface LiveCount {
  of: 'folder' | 'label';
  id: string;
  total: number;
  unread: number;
}

const COUNTS = `
  select 'folder' as of, id, total, unread from folder where tenant_id = $1 and mailbox_id = $2
  union all
  select 'label', id, total, unread from label where tenant_id = $1 and mailbox_id = $2`;

/** The counts of all folders and labels of a mailbox. */
export const listCounts = (tx: SqlExecutor, tenantId: TenantId, mailboxId: string): Promise<LiveCount[]> =>
  many<LiveCount>(tx, COUNTS, [tenantId, mailboxId]);

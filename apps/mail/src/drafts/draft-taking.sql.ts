import { maybe, type SqlExecutor } from '#libs/core/persistence';
import type { Draft } from './draft.entity.js';
import { IN_DRAFTS } from './draft.sql.js';

/** State of a draft, compared by the transaction that sends it. */
export interface TakenDraft {
  version: number;
  /** The ids of its files in their order, with commas. */
  files: string;
  folderId: string;
  bytes: number;
  isRead: boolean;
}

const FIND = `
  select draft.version, stored.folder_id as "folderId", stored.bytes, stored.is_read as "isRead",
         coalesce((
           select string_agg(file.id::text, ',' order by file.position) from message_attachment file
            where file.tenant_id = draft.tenant_id and file.message_id = draft.message_id
         ), '') as files
    from draft join mail_message stored on stored.tenant_id = draft.tenant_id and stored.id = draft.message_id
   where draft.tenant_id = $1 and draft.mailbox_id = $2 and draft.message_id = $3 and ${IN_DRAFTS}`;

export const findTaken = (
  tx: SqlExecutor,
  { tenantId, mailboxId, messageId }: Draft,
): Promise<TakenDraft | undefined> => maybe<TakenDraft>(tx, FIND, [tenantId, mailboxId, messageId]);

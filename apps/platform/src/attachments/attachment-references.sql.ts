import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { isInline, type StoredAttachment } from './attachment.js';

/** Content with attachments; it has the id of its first message. */
interface AttachedContent {
  tenantId: TenantId;
  content: { attachments: readonly StoredAttachment[] | null };
  messages: readonly { id: string }[];
}

/** Inserts the blob references of contents, in the transaction that inserts the contents; no statement if there are none. */
export async function insertAttachmentReferences(tx: SqlExecutor, contents: readonly AttachedContent[]): Promise<void> {
  const rows = contents.flatMap(({ tenantId, content, messages }) =>
    (content.attachments ?? []).flatMap((attachment) =>
      isInline(attachment) ? [] : [{ tenantId, contentId: messages[0]?.id, hash: attachment.hash }],
    ),
  );
  if (rows.length === 0) return;
  await exec(
    tx,
    `insert into message_attachment (tenant_id, content_id, hash)
     select distinct * from unnest($1::text[], $2::text[], $3::text[])`,
    [rows.map(({ tenantId }) => tenantId), rows.map(({ contentId }) => contentId), rows.map(({ hash }) => hash)],
  );
}

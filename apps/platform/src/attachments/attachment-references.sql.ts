import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { isBlob, type StoredAttachment } from './attachment.js';
import { isStored, type RawContent } from './raw-content.js';

/** Content with attachments, or that is a message as a whole; it has the id of its first message. */
interface AttachedContent {
  tenantId: TenantId;
  content: { attachments: readonly StoredAttachment[] | null; raw?: RawContent | null };
  messages: readonly { id: string }[];
}

/** Inserts the blob references of contents, in the transaction that inserts the contents; no statement if there are none. */
export async function insertAttachmentReferences(tx: SqlExecutor, contents: readonly AttachedContent[]): Promise<void> {
  const rows = contents.flatMap(({ tenantId, content, messages }) =>
    blobsOf(content).map((hash) => ({ tenantId, contentId: messages[0]?.id, hash })),
  );
  if (rows.length === 0) return;
  await exec(
    tx,
    `insert into message_attachment (tenant_id, content_id, hash)
     select distinct * from unnest($1::text[], $2::text[], $3::text[])`,
    [rows.map(({ tenantId }) => tenantId), rows.map(({ contentId }) => contentId), rows.map(({ hash }) => hash)],
  );
}

function blobsOf({ attachments, raw }: AttachedContent['content']): string[] {
  const hashes = (attachments ?? []).filter(isBlob).map(({ hash }) => hash);
  return raw && isStored(raw) ? [...hashes, raw.hash] : hashes;
}

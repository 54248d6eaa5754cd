import type { PoolClient } from 'pg';
import { exec } from '#libs/persistence';
import type { Submission } from '../sending/submission.js';
import { isInline } from './attachment.js';

/** Says which blobs the contents of accepted submissions have, in the transaction that accepts them; no statement if none. */
export async function insertAttachmentReferences(
  client: PoolClient,
  submissions: readonly Submission[],
): Promise<void> {
  const rows = submissions.flatMap(({ tenantId, content, messages }) =>
    (content.attachments ?? []).flatMap((attachment) =>
      isInline(attachment) ? [] : [{ tenantId, contentId: messages[0]?.id, hash: attachment.hash }],
    ),
  );
  if (rows.length === 0) return;
  await exec(
    client,
    `insert into message_attachment (tenant_id, content_id, hash)
     select distinct * from unnest($1::text[], $2::text[], $3::text[])`,
    [rows.map(({ tenantId }) => tenantId), rows.map(({ contentId }) => contentId), rows.map(({ hash }) => hash)],
  );
}

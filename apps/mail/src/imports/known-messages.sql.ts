import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { hasMessageId } from '../messages/has-message-id.sql.js';

/** Identity of a message for comparison: its Message-ID, or the hash of its content if it has none. */
export interface MessageKey {
  messageId: string | null;
  blobHash: string;
}

// Each is looked up by itself: a join may read the whole mailbox.
const BY_MESSAGE_ID = `
  select given.id
    from unnest($3::text[]) as given (id) cross join lateral (
      select from mail_message m
       where m.tenant_id collate "C" = $1 and m.mailbox_id = $2 and ${hasMessageId('m', 'given.id')} limit 1) as found`;

// The index is of the tenant and the hash: asked for the mailbox as well, Postgres may take one of the mailbox.
const BY_HASH = `
  select given.id
    from unnest($3::text[]) as given (id) cross join lateral (
      select from (
        select mailbox_id from mail_message where tenant_id = $1 and blob_hash = given.id and message_id is null offset 0
      ) as same where same.mailbox_id = $2 limit 1) as found`;

/** Lists the keys ({@link keyOf}) of these messages that a mailbox has already, in any folder. */
export async function listKnownKeys(
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  messages: readonly MessageKey[],
): Promise<Set<string>> {
  const ids = messages.flatMap(({ messageId }) => messageId ?? []);
  const hashes = messages.flatMap(({ messageId, blobHash }) => (messageId === null ? blobHash : []));
  const known = new Set<string>();
  const add = async (sql: string, values: string[], kind: string) => {
    if (values.length === 0) return;
    for (const { id } of await many<{ id: string }>(tx, sql, [tenantId, mailboxId, values])) known.add(`${kind} ${id}`);
  };
  await add(BY_MESSAGE_ID, ids, 'id');
  await add(BY_HASH, hashes, 'hash');
  return known;
}

export const keyOf = ({ messageId, blobHash }: MessageKey): string =>
  messageId === null ? `hash ${blobHash}` : `id ${messageId}`;

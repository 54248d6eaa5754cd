import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Identity of a message for comparison: its Message-ID, or the hash of its content if it has none. */
export interface MessageKey {
  messageId: string | null;
  blobHash: string;
}

const BY_MESSAGE_ID = `
  select distinct given.id
    from unnest($3::text[]) given (id)
    join mail_message m on m.tenant_id = $1 and m.mailbox_id = $2
     and hashtextextended(m.message_id, 0) = hashtextextended(given.id collate "C", 0) and m.message_id = given.id
   where m.message_id is not null`;

const BY_HASH = `
  select distinct blob_hash as id from mail_message
   where tenant_id = $1 and mailbox_id = $2 and message_id is null and blob_hash = any ($3::text[])`;

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

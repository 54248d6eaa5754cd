import { type SearchableMessage, searchDocument, toTsvector } from '#libs/mail/mail-search';
import { exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** A stored message with the fields that a search finds it by. */
export interface IndexedMessage extends Omit<SearchableMessage, 'fileNames' | 'text'> {
  tenantId: TenantId;
  id: string;
  sortedAt: Date;
}

/** Has a message that was written anew found by what it says now. */
export async function updateSearch(tx: SqlExecutor, message: IndexedMessage, searchText: string): Promise<void> {
  const { tenantId, id, sortedAt } = message;
  const files = await many<{ fileName: string }>(
    tx,
    'select file_name as "fileName" from message_attachment where tenant_id = $1 and message_id = $2 order by position',
    [tenantId, id],
  );
  const fileNames = files.map(({ fileName }) => fileName);
  const lexemes = toTsvector(searchDocument({ ...message, text: searchText, fileNames }));
  await exec(
    tx,
    'update message_search set sorted_at = $3, lexemes = $4::tsvector where message_id = $2 and tenant_id = $1',
    [tenantId, id, sortedAt, lexemes],
  );
}

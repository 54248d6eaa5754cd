import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** A mailing list at a mailbox. */
export interface ListAtMailbox {
  tenantId: TenantId;
  mailboxId: string;
  /** List-Id of the list (RFC 2919). */
  listId: string;
}

/** Messages of a mailbox that are looked through, the newest first. */
const LOOKED_THROUGH = 2_000;

const KNOWN = `
  select given.position::int as position
    from unnest($1::text[], $2::uuid[], $3::text[]) with ordinality as given (tenant_id, mailbox_id, list_id, position)
   where exists (
     select from (
       select list_id, folder_id, quarantine_reason from mail_message m
        where m.tenant_id = given.tenant_id and m.mailbox_id = given.mailbox_id
        order by m.sorted_at desc, m.id desc limit ${LOOKED_THROUGH}) recent
       join folder f on f.tenant_id = given.tenant_id and f.id = recent.folder_id
      where recent.list_id = given.list_id and recent.quarantine_reason is null
        and f.kind not in ('spam', 'trash', 'quarantine'))`;

/** Tells for each mailbox whether it has kept mail of the list. */
export async function areKnownLists(tx: SqlExecutor, lists: readonly ListAtMailbox[]): Promise<boolean[]> {
  if (lists.length === 0) return [];
  const rows = await many<{ position: number }>(tx, KNOWN, [
    lists.map(({ tenantId }) => tenantId),
    lists.map(({ mailboxId }) => mailboxId),
    lists.map(({ listId }) => listId),
  ]);
  const known = new Set(rows.map(({ position }) => position));
  return lists.map((_, index) => known.has(index + 1));
}

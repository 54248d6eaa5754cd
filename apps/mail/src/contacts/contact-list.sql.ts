import {
  escapeLike,
  type KeysetPage,
  type KeysetRequest,
  many,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';

export interface ListedContact {
  id: string;
  mailboxId: string;
  email: string;
  name: string;
  notes: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A contact with the key by which lists sort it. */
export interface SortedContact extends ListedContact {
  sortedBy: string;
}

/** Contacts without a name stand where their address does. */
const SORTED_BY = `lower(coalesce(nullif(name, ''), email))`;

const LIST = `
  select id, mailbox_id as "mailboxId", email, name, notes, created_at as "createdAt", updated_at as "updatedAt",
         ${SORTED_BY} as "sortedBy"
    from mailbox_contact
   where tenant_id = $1 and mailbox_id = $2
     and ($3::text is null or name ilike $3 or email ilike $3)
     and ($4::text is null or (${SORTED_BY}, id) > ($4, $5::uuid))
   order by ${SORTED_BY}, id
   limit $6`;

/** The contacts of a mailbox by name, those alone whose name or e-mail address contains a text. */
export async function listContacts(
  tx: SqlExecutor,
  tenantId: TenantId,
  mailboxId: string,
  text: string | undefined,
  { limit, after }: KeysetRequest,
): Promise<KeysetPage<SortedContact>> {
  const pattern = text ? `%${escapeLike(text)}%` : null;
  const [name = null, id = null] = after ?? [];
  const rows = await many<SortedContact>(tx, LIST, [tenantId, mailboxId, pattern, name, id, limit + 1]);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? [last.sortedBy, last.id] : null };
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstIdAt, lockKey, positionOf, startBefore, toPage, type Page, type TenantId } from '#libs/persistence';
import { escapeLike } from '../messages/message.repository.js';
import type { Contact, KnownContact } from './contact.js';

const FIELDS = 'contact.id, contact.email, contact.phone, contact.name, contact.attributes';

const COLUMNS = `${FIELDS},
  contact.created_at as "createdAt", contact.updated_at as "updatedAt"`;

/** A stretch of contacts, newest first; `stretch` is a LIMIT, with an OFFSET where needed. */
type Newest = (stretch: string) => string;

const newestOfAll: Newest = (stretch) =>
  `select ${COLUMNS} from contact where tenant_id = $1 and id < $2 order by id desc ${stretch}`;

/*
 * Here and below, a lateral look-up with a limit of one holds Postgres to one probe of an index for each key, whatever
 * it believes of the number of a tenant's contacts.
 */
const newestOfList: Newest = (stretch) => `
  select contact.* from (
    select contact_id from contact_list_member
    where tenant_id = $1 and contact_id < $2 and list_id = $3 order by contact_id desc ${stretch}
  ) member
  cross join lateral (
    select ${COLUMNS} from contact where tenant_id = $1 and id = member.contact_id limit 1
  ) contact
  order by contact.id desc`;

/** How many contacts a search looks at for one page: what Postgres reads in some tens of milliseconds. */
const LOOKED_AT = 50_000;

/** Ids made in a burst run a little ahead of the clock. */
const AHEAD_MS = 3_600_000;

export interface ContactFilter {
  /** A part of the name, the e-mail or the telephone number, without regard to case. */
  text?: string;
  listId?: string;
}

/** The rows of contacts, inside a tenant's transaction. */
@Injectable()
export class ContactRepository {
  /**
   * A page of contacts, newest first. A search looks at a bounded number of contacts: its page may be short, or empty,
   * and still have more behind it, and its cursor is where the look ended.
   */
  async page(
    tx: EntityManager,
    tenantId: TenantId,
    { text, listId }: ContactFilter,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<Contact>> {
    const before = startBefore('cnt', cursor) ?? firstIdAt('cnt', new Date(Date.now() + AHEAD_MS));
    const range = listId === undefined ? [tenantId, before] : [tenantId, before, listId];
    const newest = listId === undefined ? newestOfAll : newestOfList;
    if (!text) {
      const rows = await tx.query<Contact[]>(newest(`limit $${range.length + 1}`), [...range, limit + 1]);
      return toPage(rows, limit);
    }
    const pattern = `$${range.length + 1}`;
    const rows = await tx.query<Contact[]>(
      `select * from (${newest(`limit ${LOOKED_AT}`)}) looked
       where name ilike ${pattern} or email ilike ${pattern} or phone ilike ${pattern}
       order by id desc limit $${range.length + 2}`,
      [...range, `%${escapeLike(text)}%`, limit + 1],
    );
    const page = toPage(rows, limit);
    return page.hasMore ? page : { ...page, ...(await this.behindLook(tx, newest, range)) };
  }

  /** Whether there are contacts beyond those that a search looked at, and where they begin. */
  private async behindLook(
    tx: EntityManager,
    newest: Newest,
    range: unknown[],
  ): Promise<Pick<Page<Contact>, 'hasMore' | 'nextCursor'>> {
    const [last] = await tx.query<Contact[]>(newest(`limit 1 offset ${LOOKED_AT - 1}`), range);
    return last ? { hasMore: true, nextCursor: positionOf(last.id) } : { hasMore: false, nextCursor: 0 };
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Contact | undefined> {
    const [row] = await tx.query<Contact[]>(`select ${COLUMNS} from contact where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return row;
  }

  /** The contact, which nobody else changes or removes until the transaction ends. */
  async hold(tx: EntityManager, tenantId: TenantId, id: string): Promise<Contact | undefined> {
    const [row] = await tx.query<Contact[]>(
      `select ${COLUMNS} from contact where tenant_id = $1 and id = $2 for update`,
      [tenantId, id],
    );
    return row;
  }

  /** One import of a tenant at a time: two that name the same contacts in another order would wait for each other. */
  async lockImports(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await lockKey(tx, 'contact import', tenantId);
  }

  /**
   * The contacts that have one of these e-mail addresses (in lower case) or numbers; nobody else changes or removes
   * them until the transaction ends.
   *
   * Inside the look-ups only row-level security names the tenant. Were it named there once more, Postgres would expect
   * so few contacts of a tenant that it might read all of them for each key.
   */
  async holdAll(
    tx: EntityManager,
    tenantId: TenantId,
    emailKeys: readonly string[],
    phones: readonly string[],
  ): Promise<KnownContact[]> {
    return tx.query(
      `select ${FIELDS} from (
         select found.* from unnest($2::text[]) as key
         cross join lateral (select * from contact where email_key = key limit 1 for no key update) found
         union all
         select found.* from unnest($3::text[]) as key
         cross join lateral (select * from contact where phone = key limit 1 for no key update) found
         where found.email_key is null or found.email_key <> all($2::text[])
       ) contact where tenant_id = $1`,
      [tenantId, emailKeys, phones],
    );
  }

  /**
   * Adds contacts, and writes anew those that are there, which must be held; all of them at one time. One statement
   * however many they are, at whose end the unique constraints are judged.
   */
  async save(tx: EntityManager, tenantId: TenantId, contacts: readonly KnownContact[], at: Date): Promise<void> {
    if (contacts.length === 0) return;
    const rows = contacts.map(({ id, email, phone, name, attributes }) => ({ id, email, phone, name, attributes }));
    await tx.query(
      `insert into contact (tenant_id, id, email, phone, name, attributes, created_at, updated_at)
       select $1, id, email, phone, name, attributes, $3, $3
       from json_to_recordset($2::json) as row (id text, email text, phone text, name text, attributes jsonb)
       on conflict (tenant_id, id) do update
       set email = excluded.email, phone = excluded.phone, name = excluded.name, attributes = excluded.attributes,
           updated_at = excluded.updated_at`,
      [tenantId, JSON.stringify(rows), at],
    );
  }

  /** Removes a contact that is held. */
  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.query(`delete from contact where tenant_id = $1 and id = $2`, [tenantId, id]);
  }
}

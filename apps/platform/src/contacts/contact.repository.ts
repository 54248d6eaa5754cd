import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstIdAt, positionOf, startBefore, toPage, type Page, type TenantId } from '#libs/persistence';
import { escapeLike } from '../messages/message.repository.js';
import type { Contact } from './contact.js';

const COLUMNS = `contact.id, contact.email, contact.phone, contact.name, contact.attributes,
  contact.created_at as "createdAt", contact.updated_at as "updatedAt"`;

const NEWEST = `select ${COLUMNS} from contact where tenant_id = $1 and id < $2 order by id desc`;

const NEWEST_OF_LIST = `
  select ${COLUMNS} from contact_list_member member
  join contact on contact.tenant_id = member.tenant_id and contact.id = member.contact_id
  where member.tenant_id = $1 and member.contact_id < $2 and member.list_id = $3 order by member.contact_id desc`;

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
    const newest = listId === undefined ? NEWEST : NEWEST_OF_LIST;
    if (!text) {
      const rows = await tx.query<Contact[]>(`${newest} limit $${range.length + 1}`, [...range, limit + 1]);
      return toPage(rows, limit);
    }
    const pattern = `$${range.length + 1}`;
    const rows = await tx.query<Contact[]>(
      `select * from (${newest} limit ${LOOKED_AT}) looked
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
    newest: string,
    range: unknown[],
  ): Promise<Pick<Page<Contact>, 'hasMore' | 'nextCursor'>> {
    const [last] = await tx.query<{ id: string }[]>(`${newest} offset ${LOOKED_AT - 1} limit 1`, range);
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
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('contact import ' || $1, 0))`, [tenantId]);
  }

  /** The contacts that have one of these e-mail addresses (in lower case) or numbers, held as by {@link hold}. */
  async holdAll(
    tx: EntityManager,
    tenantId: TenantId,
    emailKeys: readonly string[],
    phones: readonly string[],
  ): Promise<Contact[]> {
    return tx.query(
      `select ${COLUMNS} from contact
       where tenant_id = $1 and id in (
         select id from contact where tenant_id = $1 and email_key = any($2::text[])
         union all
         select id from contact where tenant_id = $1 and phone = any($3::text[])
       )
       order by id for update`,
      [tenantId, emailKeys, phones],
    );
  }

  /** One statement however many contacts. */
  async insert(tx: EntityManager, tenantId: TenantId, contacts: readonly Contact[]): Promise<void> {
    if (contacts.length === 0) return;
    await tx.query(
      `insert into contact (tenant_id, id, email, phone, name, attributes, created_at, updated_at)
       select $1, id, email, phone, name, attributes, "createdAt", "updatedAt"
       from json_to_recordset($2::json) as row (id text, email text, phone text, name text, attributes jsonb,
                                                "createdAt" timestamptz, "updatedAt" timestamptz)`,
      [tenantId, JSON.stringify(contacts)],
    );
  }

  /** One statement however many contacts. */
  async update(tx: EntityManager, tenantId: TenantId, contacts: readonly Contact[]): Promise<void> {
    if (contacts.length === 0) return;
    await tx.query(
      `update contact set email = row.email, phone = row.phone, name = row.name, attributes = row.attributes,
              updated_at = row."updatedAt"
       from json_to_recordset($2::json) as row (id text, email text, phone text, name text, attributes jsonb,
                                                "updatedAt" timestamptz)
       where contact.tenant_id = $1 and contact.id = row.id`,
      [tenantId, JSON.stringify(contacts)],
    );
  }

  /** Removes a contact that is held. */
  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.query(`delete from contact where tenant_id = $1 and id = $2`, [tenantId, id]);
  }
}

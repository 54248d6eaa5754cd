import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type BoundedCount,
  exec,
  idsOfPage,
  lockKey,
  positionOf,
  toPage,
  type Id,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { Contact } from './contact.entity.js';
import { emailKey, type ContactChange, type ContactData, type ContactRow } from './contact.js';
import {
  type ContactKeys,
  countContacts,
  lastSearched,
  listContacts,
  lockContacts,
  searchContacts,
  UPSERT_CONTACTS,
} from './contact.sql.js';

export interface ContactFilter {
  /** A part of the name, e-mail or phone, without regard to case. */
  text?: string;
  listId?: Id<'lst'>;
  externalId?: string;
  /** With a list: true for members that have not confirmed, false for those that have; all members if absent. */
  isPending?: boolean;
}

@Injectable()
export class ContactRepository {
  /**
   * Newest first unless the page has another order. A search scans a bounded number of contacts: a page may be short or empty and still have a cursor,
   * which is where the scan ended.
   */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    { text, listId, externalId, isPending }: ContactFilter,
    page: PageRequest,
  ): Promise<Page<ContactRow>> {
    const { limit, order } = page;
    const direction = order?.direction ?? 'desc';
    const range = { tenantId, ids: idsOfPage('cnt', page), direction, listId, externalId, isPending };
    if (!text) return toPage(await listContacts(tx, range, limit + 1), limit);
    const found = toPage(await searchContacts(tx, range, text, limit + 1), limit);
    if (found.hasMore) return found;
    const last = await lastSearched(tx, range);
    return last ? { items: found.items, hasMore: true, nextCursor: positionOf(last.id) } : found;
  }

  /** Counts the contacts of a list; a search scans a bounded number of contacts. */
  async count(
    tx: EntityManager,
    tenantId: TenantId,
    { text, listId, externalId, isPending }: ContactFilter,
  ): Promise<BoundedCount> {
    const range = { tenantId, ids: idsOfPage('cnt', {}), direction: 'desc', listId, externalId, isPending } as const;
    return countContacts(tx, range, text);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: Id<'cnt'>): Promise<Contact | null> {
    return tx.findOneBy(Contact, { tenantId, id });
  }

  /** @param email the address in any spelling */
  async findByEmail(tx: EntityManager, tenantId: TenantId, email: string): Promise<Contact | null> {
    return tx.findOneBy(Contact, { tenantId, emailKey: emailKey(email) });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: Id<'cnt'>): Promise<Contact | null> {
    return tx.findOne(Contact, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async insert(tx: EntityManager, tenantId: TenantId, contact: ContactData, createdAt: Date): Promise<void> {
    await tx.insert(Contact, { tenantId, ...contact, createdAt, updatedAt: createdAt });
  }

  /** Updates a locked contact. */
  async update(
    tx: EntityManager,
    tenantId: TenantId,
    id: Id<'cnt'>,
    change: ContactChange,
    updatedAt: Date,
  ): Promise<void> {
    await tx.getRepository(Contact).update({ tenantId, id }, { ...change, updatedAt });
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: Id<'cnt'>): Promise<void> {
    await tx.getRepository(Contact).delete({ tenantId, id });
  }

  /** One import of a tenant at a time: two that name the same contacts in different order would deadlock. */
  async lockImports(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await lockKey(tx, 'contact import', tenantId);
  }

  /** Locks the contacts that have one of these e-mail keys (see `emailKey`), phones or external ids. */
  async lockKnown(tx: EntityManager, tenantId: TenantId, keys: ContactKeys): Promise<ContactData[]> {
    return lockContacts(tx, tenantId, keys);
  }

  /** Inserts new contacts and updates locked ones, all in one statement. */
  async upsertAll(tx: EntityManager, tenantId: TenantId, contacts: readonly ContactData[], at: Date): Promise<void> {
    if (contacts.length === 0) return;
    const rows = contacts.map(({ id, externalId: external_id, email, phone, name, attributes }) => {
      return { id, external_id, email, phone, name, attributes };
    });
    await exec(tx, UPSERT_CONTACTS, [tenantId, JSON.stringify(rows), at]);
  }
}

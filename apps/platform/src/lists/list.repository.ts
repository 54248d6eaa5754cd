import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { Language } from '#libs/core/html';
import {
  type BoundedCount,
  countBounded,
  findPage,
  idsOfPage,
  returned,
  type Id,
  type Page,
  type PageRequest,
  type TenantId,
  toPage,
} from '#libs/core/persistence';
import { ContactList } from './contact-list.entity.js';

export interface ListValues {
  /** The id of a new list; an existing one keeps its own. */
  id: Id<'lst'>;
  name: string;
  slug: string;
  /** Undefined leaves the description of an existing list as it is. */
  description: string | null | undefined;
  /** Undefined leaves an existing list as it is, and is off for a new one. */
  doubleOptIn: boolean | undefined;
  /** Undefined leaves that of an existing list, and is English for a new one. */
  language: Language | undefined;
}

@Injectable()
export class ListRepository {
  /** Inserts a list, or updates the one that has the slug. */
  async upsert(tx: EntityManager, tenantId: TenantId, values: ListValues): Promise<ContactList> {
    const lists = tx.getRepository(ContactList);
    const conflictPaths = { tenantId: true, slug: true } as const;
    const result = await lists.upsert({ tenantId, ...values }, { conflictPaths, returning: '*' });
    const [list] = returned(tx, ContactList, result);
    if (!list) throw new Error('An upsert returned no list');
    return list;
  }

  /** Null if a list has the slug. */
  async insertUnlessTaken(
    tx: EntityManager,
    tenantId: TenantId,
    values: Pick<ListValues, 'id' | 'name' | 'slug'>,
  ): Promise<ContactList | null> {
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(ContactList)
      .values({ tenantId, ...values });
    const [list] = returned(tx, ContactList, await insert.orIgnore().returning('*').execute());
    return list ?? null;
  }

  /** Newest first unless the page has another order. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: PageRequest): Promise<Page<ContactList>> {
    return findPage(tx, ContactList, 'lst', { tenantId }, page);
  }

  /** The lists that a contact is on, newest first unless the page has another order. */
  async listPageOfContact(
    tx: EntityManager,
    tenantId: TenantId,
    contactId: Id<'cnt'>,
    page: PageRequest,
  ): Promise<Page<ContactList>> {
    const direction = page.order?.direction === 'asc' ? 'ASC' : 'DESC';
    const rows = await tx
      .createQueryBuilder(ContactList, 'list')
      .where({ tenantId })
      .andWhere('list.id < :before and list.id >= :first', idsOfPage('lst', page))
      .andWhere(
        `list.id in (
          select m.list_id from contact_list_member m where m.tenant_id = list.tenant_id and m.contact_id = :contactId)`,
        { contactId },
      )
      .orderBy('list.id', direction)
      .limit(page.limit + 1)
      .getMany();
    return toPage(rows, page.limit);
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<BoundedCount> {
    return countBounded(tx.createQueryBuilder(ContactList, 'list').where({ tenantId }));
  }

  async find(tx: EntityManager, tenantId: TenantId, id: Id<'lst'>): Promise<ContactList | null> {
    return tx.findOneBy(ContactList, { tenantId, id });
  }

  async list(tx: EntityManager, tenantId: TenantId, ids: readonly Id<'lst'>[]): Promise<ContactList[]> {
    return tx.findBy(ContactList, { tenantId, id: In([...ids]) });
  }

  /** Keeps other transactions from changing the list's members. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: Id<'lst'>): Promise<ContactList | null> {
    return tx.findOne(ContactList, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Locks like {@link lockForUpdate}; null if no list has the slug. */
  async lockBySlug(tx: EntityManager, tenantId: TenantId, slug: string): Promise<ContactList | null> {
    return tx.findOne(ContactList, { where: { tenantId, slug }, lock: { mode: 'for_no_key_update' } });
  }

  /** Returns false if there is no such list. Its members stay contacts. */
  async delete(tx: EntityManager, tenantId: TenantId, id: Id<'lst'>): Promise<boolean> {
    const { affected } = await tx.getRepository(ContactList).delete({ tenantId, id });
    return affected === 1;
  }
}

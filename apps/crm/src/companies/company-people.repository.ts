import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { type Id, type KeysetPage, type KeysetRequest, listKeysetPage, many, type TenantId } from '#libs/persistence';
import { Contact } from '../contacts/contact.entity.js';
import { LIST_PEOPLE, RELEASE_CONTACTS } from './company-people.sql.js';
import { CompanyPerson } from './company-person.entity.js';

/** A contact of a company, by either link. */
export interface CompanyLink {
  contactId: Id<'cnt'>;
  isPrimary: boolean;
  role: string | null;
}

/** The contacts of companies. */
@Injectable()
export class CompanyPeopleRepository {
  /** The contacts whose primary company it is, newest first. */
  async listContacts(
    tx: EntityManager,
    tenantId: TenantId,
    companyId: string,
    page: KeysetRequest,
  ): Promise<KeysetPage<Contact>> {
    const query = tx.createQueryBuilder(Contact, 'contact').where({ tenantId, companyId, deletedAt: IsNull() });
    return listKeysetPage(query, ['id'], page);
  }

  /** The contacts with a primary or a secondary link, newest first. */
  async listLinks(
    tx: EntityManager,
    tenantId: TenantId,
    companyId: string,
    { limit, after }: KeysetRequest,
  ): Promise<KeysetPage<CompanyLink>> {
    const rows = await many<CompanyLink>(tx, LIST_PEOPLE, [tenantId, companyId, after?.[0] ?? null, limit + 1]);
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? [items.at(-1)!.contactId] : null };
  }

  async find(
    tx: EntityManager,
    tenantId: TenantId,
    companyId: string,
    contactId: Id<'cnt'>,
  ): Promise<CompanyPerson | null> {
    return tx.findOneBy(CompanyPerson, { tenantId, companyId, contactId });
  }

  /** Links a contact; changes the role of a link that exists. Whether it is new. */
  async upsert(
    tx: EntityManager,
    tenantId: TenantId,
    companyId: string,
    contactId: Id<'cnt'>,
    role: string,
  ): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(CompanyPerson);
    const link = { tenantId, companyId, contactId, role };
    const { raw } = await insert.values(link).orIgnore().returning('contact_id').execute();
    if ((raw as unknown[]).length > 0) return true;
    await tx.update(CompanyPerson, { tenantId, companyId, contactId }, { role });
    return false;
  }

  /** Whether there was a link. */
  async delete(tx: EntityManager, tenantId: TenantId, companyId: string, contactId: Id<'cnt'>): Promise<boolean> {
    const { affected } = await tx.delete(CompanyPerson, { tenantId, companyId, contactId });
    return affected !== 0;
  }

  /** Removes the secondary links of a company. */
  async deleteLinks(tx: EntityManager, tenantId: TenantId, companyId: string): Promise<void> {
    await tx.delete(CompanyPerson, { tenantId, companyId });
  }

  /** Removes the secondary links of a contact. */
  async deleteLinksOf(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(CompanyPerson, { tenantId, contactId });
  }

  /** Takes up to `limit` contacts from the company; returns those that it took. */
  async releaseContacts(
    tx: EntityManager,
    tenantId: TenantId,
    companyId: string,
    limit: number,
  ): Promise<Pick<Contact, 'id' | 'dataKey'>[]> {
    return many(tx, RELEASE_CONTACTS, [tenantId, companyId, limit]);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  COUNTED_MAX,
  type Id,
  type KeysetPage,
  type KeysetRequest,
  many,
  type TenantId,
  toKeysetPages,
} from '#libs/core/persistence';
import { CONTACTS_OF_COMPANIES, COUNT_CONTACTS, PEOPLE_OF_COMPANIES, RELEASE_CONTACTS } from './company-people.sql.js';
import { CompanyPerson } from './company-person.entity.js';

/** A contact of a company, by either link. */
export interface CompanyLink {
  contactId: Id<'cnt'>;
  isPrimary: boolean;
  role: string | null;
}

export interface ContactOfCompany {
  id: Id<'cnt'>;
}

/** A contact that has no primary company any more. */
export interface ReleasedContact extends ContactOfCompany {
  /** The contact's own key, sealed; null once it is anonymized. */
  dataKey: Buffer | null;
  isLive: boolean;
}

/** A page of the contacts of one company. */
export interface OfCompany extends KeysetRequest {
  companyId: string;
}

/** How many contacts a company has. */
export interface CompanyCount {
  companyId: string;
  count: number;
}

interface InRequest {
  request: number;
}

/** Comes after the id of every contact. */
const AFTER_ALL = 'cnt_g';

/** The contacts of companies. */
@Injectable()
export class CompanyPeopleRepository {
  /** For each request, ids of the contacts whose primary company it is, newest first. */
  async listContactIds(
    tx: EntityManager,
    tenantId: TenantId,
    requests: readonly OfCompany[],
  ): Promise<KeysetPage<ContactOfCompany>[]> {
    const rows = await many<ContactOfCompany & InRequest>(tx, CONTACTS_OF_COMPANIES, parameters(tenantId, requests));
    return toKeysetPages(requests, rows, ({ id }) => [id]);
  }

  async countContacts(tx: EntityManager, tenantId: TenantId, companyIds: readonly string[]): Promise<CompanyCount[]> {
    return many(tx, COUNT_CONTACTS, [tenantId, companyIds, COUNTED_MAX + 1]);
  }

  /** For each request, the contacts with a primary or a secondary link, newest first. */
  async listLinks(
    tx: EntityManager,
    tenantId: TenantId,
    requests: readonly OfCompany[],
  ): Promise<KeysetPage<CompanyLink>[]> {
    const rows = await many<CompanyLink & InRequest>(tx, PEOPLE_OF_COMPANIES, parameters(tenantId, requests));
    return toKeysetPages(requests, rows, ({ contactId }) => [contactId]);
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
  ): Promise<ReleasedContact[]> {
    return many(tx, RELEASE_CONTACTS, [tenantId, companyId, limit]);
  }
}

/** The last key of a position is the id of a contact. */
const parameters = (tenantId: TenantId, requests: readonly OfCompany[]): unknown[] => [
  tenantId,
  requests.map(({ companyId }) => companyId),
  requests.map(({ after }) => after?.at(-1) ?? AFTER_ALL),
  requests.map(({ limit }) => limit + 1),
];

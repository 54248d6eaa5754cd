import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Id, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import { openContacts } from '../contacts/contact-records.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { Contact } from '../contacts/contact.entity.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Timeline } from '../timeline/timeline.js';
import { found } from '../companies/companies.service.js';
import {
  type CompanyCount,
  type CompanyLink,
  CompanyPeopleRepository,
  type OfCompany,
} from '../companies/company-people.repository.js';
import { contactNotFound } from '../companies/company-problems.js';
import { CompanyRepository } from '../companies/company.repository.js';

/** A contact of a company, in plain text. */
export interface CompanyMember extends CompanyLink {
  record: ContactRecord;
}

/** The contacts of companies, and the secondary links between them. */
@Injectable()
export class CompanyPeopleService {
  constructor(
    private readonly database: Database,
    private readonly companies: CompanyRepository,
    private readonly people: CompanyPeopleRepository,
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
  ) {}

  /** The contacts whose primary company it is, newest first. */
  async listContacts(tenantId: TenantId, companyId: string, page: KeysetRequest): Promise<KeysetPage<ContactRecord>> {
    const [contacts] = await this.listContactPages(tenantId, [{ companyId, ...page }]);
    return contacts!;
  }

  /** {@link listContacts} for several requests, in their order. */
  async listContactPages(tenantId: TenantId, requests: readonly OfCompany[]): Promise<KeysetPage<ContactRecord>[]> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const pages = await this.people.listContactIds(tx, tenantId, requests);
      return this.withRecords(
        tx,
        tenantId,
        cipher,
        pages,
        ({ id }) => id,
        (_, record) => record,
      );
    });
  }

  /** How many contacts have each of the companies as their primary one; one more than lists count at most. */
  async countContacts(tenantId: TenantId, companyIds: readonly string[]): Promise<CompanyCount[]> {
    return this.database.tenant(tenantId, (tx) => this.people.countContacts(tx, tenantId, companyIds));
  }

  /** The contacts with a primary or a secondary link, newest first. */
  async listMembers(tenantId: TenantId, companyId: string, page: KeysetRequest): Promise<KeysetPage<CompanyMember>> {
    const [members] = await this.listMemberPages(tenantId, [{ companyId, ...page }]);
    return members!;
  }

  /** {@link listMembers} for several requests, in their order. */
  async listMemberPages(tenantId: TenantId, requests: readonly OfCompany[]): Promise<KeysetPage<CompanyMember>[]> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const pages = await this.people.listLinks(tx, tenantId, requests);
      return this.withRecords(
        tx,
        tenantId,
        cipher,
        pages,
        ({ contactId }) => contactId,
        (link, record) => ({ ...link, record }),
      );
    });
  }

  /**
   * Links a contact to a company beside its primary one.
   * @throws Problem NotFound without the company or the contact
   */
  async link(
    tenantId: TenantId,
    companyId: string,
    { contactId, role, authorId }: { contactId: string; role: string; authorId: string },
  ): Promise<{ member: CompanyMember; created: boolean }> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const company = found(await this.companies.lockForShare(tx, tenantId, companyId));
      const contact = await this.contacts.lockForUpdate(tx, tenantId, contactId);
      if (!contact || contact.anonymizedAt) throw contactNotFound();
      const created = await this.people.upsert(tx, tenantId, companyId, contact.id, role);
      const [record] = await this.open(tx, tenantId, cipher, [contact]);
      if (created) {
        await this.recordLink(tx, record!, authorId, { linked: company.name });
        await auditLink(tx, 'company.person-linked', tenantId, companyId, contact.id);
      }
      const link = { contactId: contact.id, isPrimary: contact.companyId === companyId, role };
      return { member: { ...link, record: record! }, created };
    });
  }

  /** @throws Problem NotFound */
  async unlink(tenantId: TenantId, companyId: string, contactId: string, authorId: string): Promise<void> {
    const cipher = await this.keys.cipherOf(tenantId);
    await this.database.tenant(tenantId, async (tx) => {
      const company = found(await this.companies.find(tx, tenantId, companyId));
      const contact = found(await this.contacts.lockForUpdate(tx, tenantId, contactId));
      found((await this.people.delete(tx, tenantId, companyId, contact.id)) || null);
      const [record] = await this.open(tx, tenantId, cipher, [contact]);
      await this.recordLink(tx, record!, authorId, { unlinked: company.name });
      await auditLink(tx, 'company.person-unlinked', tenantId, companyId, contact.id);
    });
  }

  /** Whether the contact has a secondary link to the company. */
  async isLinked(tenantId: TenantId, companyId: string, contactId: string): Promise<boolean> {
    if (!isId('cnt', contactId)) return false;
    return this.database.tenant(
      tenantId,
      async (tx) => (await this.people.find(tx, tenantId, companyId, contactId as Id<'cnt'>)) !== null,
    );
  }

  private async recordLink(
    tx: EntityManager,
    { contact, key }: ContactRecord,
    authorId: string,
    data: { linked: string } | { unlinked: string },
  ): Promise<void> {
    if (key) await this.timeline.record(tx, contact, key, { type: 'company-changed', authorId, data });
  }

  /** Pages with the contacts of their items; those that are deleted meanwhile are left out. */
  private async withRecords<T, R>(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    pages: readonly KeysetPage<T>[],
    idOf: (item: T) => Id<'cnt'>,
    toResult: (item: T, record: ContactRecord) => R,
  ): Promise<KeysetPage<R>[]> {
    const ids = new Set(pages.flatMap(({ items }) => items.map((item) => idOf(item))));
    const contacts = await this.contacts.findMany(tx, tenantId, [...ids]);
    const records = await this.open(tx, tenantId, cipher, contacts);
    const byId = new Map(records.map((record) => [record.contact.id, record]));
    return pages.map(({ items, next }) => {
      const kept = items.flatMap((item) => {
        const record = byId.get(idOf(item));
        return record ? [toResult(item, record)] : [];
      });
      return { items: kept, next };
    });
  }

  private async open(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    contacts: readonly Contact[],
  ): Promise<ContactRecord[]> {
    const ids = contacts.map(({ id }) => id);
    return openContacts(cipher, contacts, await this.contacts.listIdentifiers(tx, tenantId, ids));
  }
}

async function auditLink(
  tx: EntityManager,
  action: string,
  tenantId: TenantId,
  companyId: string,
  contactId: string,
): Promise<void> {
  await recordTrail(tx, { action, object: { type: 'company', id: companyId }, tenantId, after: { contactId } });
}

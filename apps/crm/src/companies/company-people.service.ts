import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/audit';
import { groupBy } from '#libs/jobs';
import { Database, type Id, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/persistence';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { Contact } from '../contacts/contact.entity.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Timeline } from '../timeline/timeline.js';
import { found } from './companies.service.js';
import { type CompanyLink, CompanyPeopleRepository } from './company-people.repository.js';
import { contactNotFound } from './company-problems.js';
import { CompanyRepository } from './company.repository.js';

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
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const { items, next } = await this.people.listContacts(tx, tenantId, companyId, page);
      return { items: await this.open(tx, tenantId, cipher, items), next };
    });
  }

  /** The contacts with a primary or a secondary link, newest first. */
  async listMembers(tenantId: TenantId, companyId: string, page: KeysetRequest): Promise<KeysetPage<CompanyMember>> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const { items, next } = await this.people.listLinks(tx, tenantId, companyId, page);
      const ids = items.map(({ contactId }) => contactId);
      const records = await this.open(tx, tenantId, cipher, await this.contacts.findMany(tx, tenantId, ids));
      const byId = new Map(records.map((record) => [record.contact.id, record]));
      const members = items.flatMap((link) => {
        const record = byId.get(link.contactId);
        return record ? [{ ...link, record }] : [];
      });
      return { items: members, next };
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

  private async open(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    contacts: readonly Contact[],
  ): Promise<ContactRecord[]> {
    const ids = contacts.map(({ id }) => id);
    const identifiers = await this.contacts.listIdentifiers(tx, tenantId, ids);
    const byContact = groupBy(identifiers, ({ contactId }) => contactId);
    return contacts.map((contact) => openContact(cipher, contact, byContact.get(contact.id) ?? []));
  }
}

async function auditLink(
  tx: EntityManager,
  action: string,
  tenantId: TenantId,
  companyId: string,
  contactId: string,
): Promise<void> {
  await recordAudit(tx, { action, object: { type: 'company', id: companyId }, tenantId, after: { contactId } });
}

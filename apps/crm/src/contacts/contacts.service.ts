import { Injectable } from '@nestjs/common';
import { auditFields, recordAudit } from '#libs/audit';
import { Database, isId, type TenantId } from '#libs/persistence';
import { AccountSettingsRepository } from '../account-settings/account-settings.repository.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Timeline } from '../timeline/timeline.js';
import { conflictOf, invalidIdentifier, noIdentifier } from './contact-problems.js';
import { type ContactRecord, openContact } from './contact-record.js';
import { ContactRepository } from './contact.repository.js';
import { type IdentifierKind, parseIdentifier } from './identifiers.js';
import { type ContactValues, createContact } from './new-contact.js';

/** Fields of a contact that may stand in the audit log: no personal data. */
export const AUDITED = ['stage', 'ownerId', 'tags', 'companyId', 'source'] as const;

/** A contact as a user makes it: identifiers as they were typed. */
export type TypedContact = Omit<ContactValues, 'emails' | 'phones'> & { email?: string; phone?: string };

/** The contacts of a tenant. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
    private readonly accounts: AccountSettingsRepository,
  ) {}

  /**
   * Makes a contact, with the first entry of its timeline.
   * @throws Problem Unprocessable for an invalid value, AlreadyExists if another contact has the e-mail or phone
   */
  async create(
    tenantId: TenantId,
    authorId: string,
    { email, phone, ...values }: TypedContact,
  ): Promise<ContactRecord> {
    const cipher = await this.keys.cipherOf(tenantId);
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const { country } = await this.accounts.get(tx, tenantId);
        const identifiers = { emails: parsed('email', email, country), phones: parsed('phone', phone, country) };
        if (identifiers.emails.length + identifiers.phones.length === 0) throw noIdentifier();
        const made = createContact(tenantId, cipher, { source: 'manual', ...values, ...identifiers });
        const { contact, key } = made;
        await this.contacts.insert(tx, contact, made.identifiers);
        await this.timeline.record(tx, contact, key, {
          type: 'stage-changed',
          authorId,
          data: { from: null, to: contact.stage },
        });
        await recordAudit(tx, {
          action: 'contact.created',
          object: { type: 'contact', id: contact.id },
          tenantId,
          after: auditFields(contact, AUDITED),
        });
        return openContact(cipher, contact, made.identifiers);
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  /** Null if there is none, or it is deleted. */
  async find(tenantId: TenantId, id: string): Promise<ContactRecord | null> {
    if (!isId('cnt', id)) return null;
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contact = await this.contacts.find(tx, tenantId, id);
      return contact && openContact(cipher, contact, await this.contacts.listIdentifiers(tx, tenantId, [id]));
    });
  }
}

function parsed(kind: IdentifierKind, text: string | undefined, country: string): string[] {
  if (text === undefined || text.trim() === '') return [];
  const value = parseIdentifier(kind, text, country);
  if (!value) throw invalidIdentifier(kind);
  return [value];
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest } from '#libs/core/persistence';
import { MailboxAccess } from '../mailboxes/mailbox-access.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import type { SortedContact } from './contact-list.sql.js';
import { ContactRepository, type ContactValues } from './contact.repository.js';
import type { MailboxContact } from './mailbox-contact.entity.js';
import { listSuggestions, type Suggestion } from './suggestions.sql.js';

const MAX_CONTACTS = 10_000;

/** The address books of mailboxes, and the recipients that they suggest. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly database: Database,
    private readonly access: MailboxAccess,
    private readonly mailboxes: MailboxRepository,
    private readonly contacts: ContactRepository,
  ) {}

  /** Lists contacts in the order of their names. */
  async listPage(
    { tenantId, id }: Mailbox,
    text: string | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<SortedContact>> {
    return this.database.tenant(tenantId, (tx) => this.contacts.listPage(tx, tenantId, id, text, page));
  }

  /** The likeliest first. */
  async suggest({ tenantId, id }: Mailbox, text: string | undefined, limit: number): Promise<Suggestion[]> {
    return this.database.tenant(tenantId, (tx) => listSuggestions(tx, tenantId, id, text, limit));
  }

  /** A contact that the principal may change. @throws Problem NotFound, InsufficientScope */
  async authorize(mailboxId: string, id: string): Promise<MailboxContact> {
    const { tenantId } = await this.access.authorize(mailboxId, 'sender');
    const find = (tx: EntityManager) => this.contacts.find(tx, tenantId, mailboxId, id);
    const contact = isUuid(id) ? await this.database.tenant(tenantId, find) : null;
    if (!contact) throw new Problem('NotFound');
    return contact;
  }

  /** @throws Problem Conflict for an address that is a contact, and at the limit */
  async create(
    { tenantId, id }: Mailbox,
    values: Pick<ContactValues, 'email'> & Partial<ContactValues>,
  ): Promise<MailboxContact> {
    return this.database.tenant(tenantId, async (tx) => {
      if ((await this.contacts.count(tx, tenantId, id)) >= MAX_CONTACTS) throw tooMany();
      const contact = await this.contacts.insert(tx, tenantId, id, { name: '', notes: '', ...values });
      if (!contact) throw taken();
      return contact;
    });
  }

  /** @throws Problem ValidationError for an empty change, Conflict, NotFound */
  async update(contact: MailboxContact, changes: Partial<ContactValues>): Promise<MailboxContact> {
    const { tenantId, mailboxId, id } = contact;
    if (Object.keys(changes).length === 0) throw new Problem('ValidationError', { message: 'Give what is to change' });
    return this.database.tenant(tenantId, async (tx) => {
      // Two changes to one address come one after the other.
      if (changes.email !== undefined) await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
      const current = await this.contacts.find(tx, tenantId, mailboxId, id);
      if (!current) throw new Problem('NotFound');
      const same = changes.email && (await this.contacts.findByEmail(tx, tenantId, mailboxId, changes.email));
      if (same && same.id !== id) throw taken();
      return this.contacts.update(tx, current, changes);
    });
  }

  async delete(contact: MailboxContact): Promise<void> {
    await this.database.tenant(contact.tenantId, (tx) => this.contacts.delete(tx, contact));
  }
}

const taken = (): Problem => new Problem('Conflict', { message: 'The mailbox has a contact with this address' });

const tooMany = (): Problem => new Problem('Conflict', { message: `A mailbox has at most ${MAX_CONTACTS} contacts` });

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { type KeysetPage, type KeysetRequest, returned, type TenantId } from '#libs/core/persistence';
import { listContacts, type SortedContact } from './contact-list.sql.js';
import { MailboxContact } from './mailbox-contact.entity.js';

export type ContactValues = Pick<MailboxContact, 'email' | 'name' | 'notes'>;

/** `collate "C"`: else an index of the mailbox alone seems as good while no statistics know the table (decision 95). */
const OF_EMAIL = `
  contact.tenant_id collate "C" = :tenantId and contact.mailbox_id = :mailboxId and contact.email_key = lower(:email)`;

/** The contacts of mailboxes. */
@Injectable()
export class ContactRepository {
  /** Lists contacts in the order of their names. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    text: string | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<SortedContact>> {
    return listContacts(tx, tenantId, mailboxId, text, page);
  }

  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<MailboxContact | null> {
    return tx.findOneBy(MailboxContact, { tenantId, mailboxId, id });
  }

  async findByEmail(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    email: string,
  ): Promise<MailboxContact | null> {
    return tx.createQueryBuilder(MailboxContact, 'contact').where(OF_EMAIL, { tenantId, mailboxId, email }).getOne();
  }

  async count(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(MailboxContact, { tenantId, mailboxId });
  }

  /** Null if the mailbox has the address. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    values: ContactValues,
  ): Promise<MailboxContact | null> {
    const insert = tx.createQueryBuilder().insert().into(MailboxContact).orIgnore().returning('*');
    const result = await insert.values({ ...values, tenantId, mailboxId, id: v7() }).execute();
    return returned(tx, MailboxContact, result)[0] ?? null;
  }

  async update(
    tx: EntityManager,
    { tenantId, id }: MailboxContact,
    changes: Partial<ContactValues>,
  ): Promise<MailboxContact> {
    await tx.update(MailboxContact, { tenantId, id }, { ...changes, updatedAt: new Date() });
    return tx.findOneByOrFail(MailboxContact, { tenantId, id });
  }

  async delete(tx: EntityManager, { tenantId, id }: MailboxContact): Promise<void> {
    await tx.delete(MailboxContact, { tenantId, id });
  }
}

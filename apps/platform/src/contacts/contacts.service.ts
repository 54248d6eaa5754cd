import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/http';
import { Database, isId, newId, type Page, type TenantId } from '#libs/persistence';
import { ListMemberRepository } from '../lists/list-member.repository.js';
import { ListRepository } from '../lists/list.repository.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import { changed, isReachable, type Contact, type ContactChange } from './contact.js';
import { contactEvent } from './contact-events.js';
import { leftUnreachable, namingTakenField, nothingToChange, unreachable } from './contact-problems.js';
import { ContactRepository, type ContactFilter } from './contact.repository.js';

/** A tenant's contacts, one at a time. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
    private readonly events: WebhookEvents,
  ) {}

  /** @throws Problem NotFound for a list that is not the tenant's */
  async list(
    tenantId: TenantId,
    filter: ContactFilter,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<Contact>> {
    return this.database.tenant(tenantId, async (tx) => {
      if (filter.listId !== undefined && !(await this.lists.find(tx, tenantId, filter.listId))) {
        throw new Problem('NotFound');
      }
      return this.contacts.page(tx, tenantId, filter, cursor, limit);
    });
  }

  /** @throws Problem ValidationError without e-mail and phone, AlreadyExists naming the field that is taken */
  async create(tenantId: TenantId, fields: ContactChange): Promise<Contact> {
    const { email = null, phone = null, name = null, attributes = {} } = fields;
    const now = new Date();
    const contact: Contact = { id: newId('cnt'), email, phone, name, attributes, createdAt: now, updatedAt: now };
    if (!isReachable(contact)) throw unreachable();
    return this.write(tenantId, async (tx) => {
      await this.contacts.save(tx, tenantId, [contact], now);
      await this.events.record(tx, tenantId, [contactEvent('contact.created', contact, now)]);
      return contact;
    });
  }

  /** @throws Problem NotFound */
  async read(tenantId: TenantId, id: string): Promise<Contact> {
    return this.database.tenant(tenantId, async (tx) => found(await this.contacts.find(tx, tenantId, id)));
  }

  /**
   * Changes what is given. A change that changes nothing is neither written nor announced.
   * @throws Problem NotFound; MissingParameter, InvalidParameter, or AlreadyExists naming the field that is taken
   */
  async update(tenantId: TenantId, id: string, change: ContactChange): Promise<Contact> {
    if (Object.values(change).every((value) => value === undefined)) throw nothingToChange();
    return this.write(tenantId, async (tx) => {
      const before = found(await this.contacts.hold(tx, tenantId, id));
      const after = changed(before, change);
      if (after === before) return before;
      if (!isReachable(after)) throw leftUnreachable();
      const now = new Date();
      await this.contacts.save(tx, tenantId, [after], now);
      await this.events.record(tx, tenantId, [contactEvent('contact.updated', after, now)]);
      return { ...after, updatedAt: now };
    });
  }

  /** Removes a contact, from its lists too. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      found(await this.contacts.hold(tx, tenantId, id));
      await this.members.removeEverywhere(tx, tenantId, id);
      await this.contacts.delete(tx, tenantId, id);
    });
  }

  /** Whether the id is that of a contact of the tenant. */
  async exists(tenantId: TenantId, id: string | undefined): Promise<boolean> {
    if (!isId('cnt', id)) return false;
    return this.database.tenant(tenantId, async (tx) => (await this.contacts.find(tx, tenantId, id)) !== undefined);
  }

  private async write(tenantId: TenantId, work: (tx: EntityManager) => Promise<Contact>): Promise<Contact> {
    try {
      return await this.database.tenant(tenantId, work);
    } catch (error) {
      throw namingTakenField(error);
    }
  }
}

function found(contact: Contact | undefined): Contact {
  if (!contact) throw new Problem('NotFound');
  return contact;
}

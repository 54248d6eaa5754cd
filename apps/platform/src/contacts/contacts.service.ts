import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import {
  type BoundedCount,
  Database,
  isId,
  newId,
  type Id,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { ConfirmationRequests } from '../lists/confirmation/confirmation-requests.js';
import { ListMemberRepository } from '../lists/list-member.repository.js';
import { ListRepository } from '../lists/list.repository.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import type { Contact } from './contact.entity.js';
import { changed, hasOtherEmail, isReachable, type ContactChange, type ContactRow } from './contact.js';
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
    private readonly confirmations: ConfirmationRequests,
    private readonly events: WebhookEvents,
  ) {}

  /** @throws Problem NotFound for a list that the tenant does not have */
  async listPage(tenantId: TenantId, filter: ContactFilter, page: PageRequest): Promise<Page<ContactRow>> {
    const { listId } = filter;
    return this.database.tenant(tenantId, async (tx) => {
      if (listId && !(await this.lists.find(tx, tenantId, listId))) throw new Problem('NotFound');
      return this.contacts.listPage(tx, tenantId, filter, page);
    });
  }

  async count(tenantId: TenantId, filter: ContactFilter): Promise<BoundedCount> {
    return this.database.tenant(tenantId, (tx) => this.contacts.count(tx, tenantId, filter));
  }

  async find(tenantId: TenantId, id: string): Promise<Contact | null> {
    if (!isId('cnt', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.contacts.find(tx, tenantId, id));
  }

  async findByEmail(tenantId: TenantId, email: string): Promise<Contact | null> {
    return this.database.tenant(tenantId, (tx) => this.contacts.findByEmail(tx, tenantId, email));
  }

  /**
   * @param also writes what belongs to the contact from its beginning, in the same transaction
   * @throws Problem ValidationError without e-mail and phone, AlreadyExists naming the field that is taken
   */
  async create(
    tenantId: TenantId,
    fields: ContactChange,
    also?: (tx: EntityManager, id: Id<'cnt'>) => Promise<void>,
  ): Promise<ContactRow> {
    const { externalId = null, email = null, phone = null, name = null, attributes = {} } = fields;
    const contact = { id: newId('cnt'), externalId, email, phone, name, attributes };
    if (!isReachable(contact)) throw unreachable();
    return this.write(tenantId, async (tx) => {
      const now = new Date();
      await this.contacts.insert(tx, tenantId, contact, now);
      await this.events.record(tx, tenantId, [contactEvent('contact.created', contact, now)]);
      await also?.(tx, contact.id);
      return { ...contact, createdAt: now, updatedAt: now };
    });
  }

  /**
   * Changes the given fields, or those that `given` makes of the locked contact. Without a difference nothing is written and no event recorded. Lists with double opt-in ask a
   * member again at a new address.
   * @throws Problem NotFound; PermissionDenied for a user who may not send, if a list asks; MissingParameter, InvalidParameter,
   * or AlreadyExists naming the field that is taken
   */
  async update(
    tenantId: TenantId,
    id: Id<'cnt'>,
    given: ContactChange | ((contact: Contact) => ContactChange),
  ): Promise<ContactRow> {
    if (typeof given === 'object' && Object.values(given).every((value) => value === undefined))
      throw nothingToChange();
    return this.write(tenantId, async (tx) => {
      const before = await this.contacts.lockForUpdate(tx, tenantId, id);
      if (!before) throw new Problem('NotFound');
      const change = typeof given === 'function' ? given(before) : given;
      const after = changed(before, change);
      if (after === before) return before;
      if (!isReachable(after)) throw leftUnreachable();
      const now = new Date();
      await this.contacts.update(tx, tenantId, id, change, now);
      if (hasOtherEmail(before, after)) await this.confirmations.askAtNewAddress(tx, tenantId, [after]);
      await this.events.record(tx, tenantId, [contactEvent('contact.updated', after, now)]);
      return { ...after, updatedAt: now };
    });
  }

  /** Deletes a contact, from its lists too. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: Id<'cnt'>): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await this.contacts.lockForUpdate(tx, tenantId, id))) throw new Problem('NotFound');
      await this.members.deleteMemberships(tx, tenantId, id);
      await this.contacts.delete(tx, tenantId, id);
    });
  }

  private async write(tenantId: TenantId, work: (tx: EntityManager) => Promise<ContactRow>): Promise<ContactRow> {
    try {
      return await this.database.tenant(tenantId, work);
    } catch (error) {
      throw namingTakenField(error);
    }
  }
}

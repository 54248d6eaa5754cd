import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit, type AuditFields } from '#libs/core/audit';
import { currentSessionIfAny } from '#libs/core/auth';
import type { Language } from '#libs/core/html';
import { invalidField, Problem } from '#libs/core/http';
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
import { ConfirmationRequests } from './confirmation/confirmation-requests.js';
import { ConfirmationSenders } from './confirmation/confirmation-senders.js';
import { ContactList } from './contact-list.entity.js';
import { MAX_MEMBERS_A_CALL } from './dto/list.requests.js';
import { ListMemberRepository } from './list-member.repository.js';
import { ListRepository } from './list.repository.js';
import { ListUses } from './list-uses.js';
import { slugOf } from './slug.js';

export interface ListRequest {
  name: string;
  slug?: string;
  description?: string | null;
  doubleOptIn?: boolean;
  /** Why members that have not confirmed need not be asked any more. */
  consentNote?: string;
  language?: Language;
}

/** A tenant's lists and their members. */
@Injectable()
export class ListsService {
  constructor(
    private readonly database: Database,
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
    private readonly senders: ConfirmationSenders,
    private readonly requests: ConfirmationRequests,
    private readonly uses: ListUses,
  ) {}

  /**
   * Creates a list, or changes the one that has the slug. Who would not be asked any more could get mail without having
   * agreed to it, so that an owner alone switches double opt-in off.
   * @throws Problem DomainNotVerified for double opt-in if no address can send its mails; PermissionDenied and
   * MissingParameter where it is switched off
   */
  async upsert(
    tenantId: TenantId,
    { name, slug, description, doubleOptIn, consentNote, language }: ListRequest,
  ): Promise<{ list: ContactList; isNew: boolean }> {
    const id = newId('lst');
    const values = { id, name: name.trim(), slug: slug ?? slugOf(name), description, doubleOptIn, language };
    const list = await this.database.tenant(tenantId, async (tx) => {
      if (doubleOptIn && !(await this.senders.find(tx, tenantId))) throw withoutSender();
      if (doubleOptIn === false) await this.authorizeStop(tx, tenantId, values.slug, consentNote);
      return this.lists.upsert(tx, tenantId, values);
    });
    return { list, isNew: list.id === values.id };
  }

  /** Creates a list of its own, with another slug where a list has that of the name. */
  async create(tenantId: TenantId, name: string): Promise<ContactList> {
    const id = newId('lst');
    const values = { id, name: name.trim(), slug: slugOf(name) };
    return this.database.tenant(tenantId, async (tx) => {
      const list = await this.lists.insertUnlessTaken(tx, tenantId, values);
      if (list) return list;
      const other = await this.lists.insertUnlessTaken(tx, tenantId, {
        ...values,
        slug: slugOf(`list ${id.slice(4)}`),
      });
      if (!other) throw new Error('The slug of an id is taken');
      return other;
    });
  }

  /** Lets only an owner switch double opt-in off, and records it in the audit log. */
  private async authorizeStop(tx: EntityManager, tenantId: TenantId, slug: string, note?: string): Promise<void> {
    const list = await this.lists.lockBySlug(tx, tenantId, slug);
    if (!list?.doubleOptIn) return;
    authorizeOwner('Only an owner, by a session, switches DoubleOptIn off');
    if (note === undefined)
      throw invalidField('MissingParameter', 'ConsentNote', 'is required to switch DoubleOptIn off');
    await recordAudit(tx, {
      action: 'list.double-opt-in-stopped',
      object: { type: 'list', id: list.id },
      tenantId,
      after: { pending: list.pendingCount, note },
    });
  }

  async listPage(tenantId: TenantId, page: PageRequest): Promise<Page<ContactList>> {
    return this.database.tenant(tenantId, (tx) => this.lists.listPage(tx, tenantId, page));
  }

  async count(tenantId: TenantId): Promise<BoundedCount> {
    return this.database.tenant(tenantId, (tx) => this.lists.count(tx, tenantId));
  }

  async find(tenantId: TenantId, id: string): Promise<ContactList | null> {
    if (!isId('lst', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.lists.find(tx, tenantId, id));
  }

  /** A page of the lists that a contact is on. */
  async listPageOfContact(tenantId: TenantId, contactId: Id<'cnt'>, page: PageRequest): Promise<Page<ContactList>> {
    return this.database.tenant(tenantId, (tx) => this.lists.listPageOfContact(tx, tenantId, contactId, page));
  }

  async isMember({ tenantId, id }: ContactList, contactId: Id<'cnt'>): Promise<boolean> {
    return this.database.tenant(
      tenantId,
      async (tx) => (await this.members.find(tx, tenantId, id, contactId)) !== null,
    );
  }

  /** The lists with these ids; one that does not exist is left out. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<ContactList[]> {
    const valid = ids.filter((id) => isId('lst', id));
    if (valid.length === 0) return [];
    return this.database.tenant(tenantId, (tx) => this.lists.list(tx, tenantId, valid));
  }

  /** Deletes a list; its members stay contacts. @throws Problem NotFound; Conflict while a feature needs it, as a campaign does */
  async delete(tenantId: TenantId, id: Id<'lst'>): Promise<void> {
    const deleted = await this.database.tenant(tenantId, async (tx) => {
      await this.uses.requireUnused(tx, tenantId, id);
      return this.lists.delete(tx, tenantId, id);
    });
    if (!deleted) throw new Problem('NotFound');
  }

  /**
   * Adds contacts to a list: all of them, or none if one of the ids is not a contact of the tenant. On a list with double
   * opt-in they are pending, and asked by e-mail, unless an owner says where their consent is from.
   * @throws Problem InvalidParameter for no ids or too many; NotFound; PermissionDenied
   */
  async addMembers(
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
    consentNote?: string,
  ): Promise<AddedMembers> {
    return this.database.tenant(tenantId, (tx) => this.addMembersIn(tx, tenantId, listId, contactIds, consentNote));
  }

  /** The same in a transaction that has locked no list after this one. @throws Problem as {@link addMembers} */
  async addMembersIn(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
    consentNote?: string,
  ): Promise<AddedMembers> {
    const ids = distinct(contactIds);
    if (consentNote !== undefined) authorizeOwner('Only an owner, by a session, says that consent was given earlier');
    if (!(await this.members.lockContacts(tx, tenantId, ids))) throw new Problem('NotFound');
    const list = await this.lists.lockForUpdate(tx, tenantId, listId);
    if (!list) throw new Problem('NotFound');
    if (list.doubleOptIn && consentNote === undefined) return this.addPending(tx, list, ids);
    // Pending contacts are known to agree, or need not be asked any more.
    if (list.pendingCount > 0) await this.members.confirm(tx, tenantId, listId, ids, { consentNote });
    const added = await this.members.insert(tx, tenantId, listId, ids, consentNote ?? null);
    if (consentNote !== undefined) await auditConsent(tx, list, { contacts: ids.length, note: consentNote });
    return { added, asked: 0 };
  }

  private async addPending(tx: EntityManager, { tenantId, id }: ContactList, ids: string[]): Promise<AddedMembers> {
    const again = await this.members.askAgain(tx, tenantId, id, ids);
    const added = await this.members.insertPending(tx, tenantId, id, ids);
    const asked = [...again, ...added];
    await this.requests.request(
      tx,
      tenantId,
      asked.map((contactId) => ({ listId: id, contactId })),
    );
    return { added: added.length, asked: asked.length };
  }

  /**
   * Takes contacts off a list and ignores those that are not on it. Returns how many were.
   * @throws Problem InvalidParameter for no ids or too many; NotFound for the list
   */
  async removeMembers(tenantId: TenantId, listId: Id<'lst'>, contactIds: readonly string[]): Promise<number> {
    const ids = distinct(contactIds);
    return this.database.tenant(tenantId, async (tx) => {
      if (!(await this.lists.lockForUpdate(tx, tenantId, listId))) throw new Problem('NotFound');
      return this.members.delete(tx, tenantId, listId, ids);
    });
  }
}

/** Numbers of contacts that were added to a list. */
export interface AddedMembers {
  /** How many were not on the list. */
  added: number;
  /** How many get a mail that asks for their confirmation. */
  asked: number;
}

/** @throws Problem PermissionDenied but for the session of an owner */
function authorizeOwner(message: string): void {
  if (currentSessionIfAny()?.role !== 'owner') throw new Problem('PermissionDenied', { message });
}

function auditConsent(tx: EntityManager, { tenantId, id }: ContactList, after: AuditFields): Promise<void> {
  return recordAudit(tx, { action: 'list.consent-given', object: { type: 'list', id }, tenantId, after });
}

function withoutSender(): Problem {
  return new Problem('DomainNotVerified', {
    message: 'DoubleOptIn needs a verified domain, from which its mails are sent',
    details: [{ Field: 'DoubleOptIn', Message: 'needs a verified domain of the account' }],
  });
}

function distinct(contactIds: readonly string[]): string[] {
  if (contactIds.length === 0 || contactIds.length > MAX_MEMBERS_A_CALL) throw wrongSize();
  return [...new Set(contactIds)];
}

function wrongSize(): Problem {
  const message = `must have 1 to ${MAX_MEMBERS_A_CALL} ids`;
  return new Problem('InvalidParameter', {
    message: `ContactIds ${message}`,
    details: [{ Field: 'ContactIds', Message: message }],
  });
}

import { Injectable } from '@nestjs/common';
import { currentTenantId, requireScope } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Database, type Id, isId } from '#libs/core/persistence';
import type { Contact } from '../../../contacts/contact.entity.js';
import { toContactEmail } from '../../../contacts/contact.js';
import type { ContactFilter } from '../../../contacts/contact.repository.js';
import { ContactsService } from '../../../contacts/contacts.service.js';
import type { ContactList } from '../../../lists/contact-list.entity.js';
import { ListsService } from '../../../lists/lists.service.js';
import { MAX_TOPICS } from '../../../topics/topic.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listOf, type Query, type TheirList } from '../frame/list-page.js';
import { ContactChoices } from './contact-choices.js';
import { fromContact, fromContactWithProperties } from './from-contact.js';
import { toContactUpdate, toNewContact } from './to-contact.js';

/** Each segment is locked and written on its own. */
const MAX_SEGMENTS = 100;

/** Contacts as clients of Resend know them: with a mark for those that unsubscribed, which is a suppression here. */
@Injectable()
export class TheirContacts {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactsService,
    private readonly lists: ListsService,
    private readonly choices: ContactChoices,
  ) {}

  /** @throws Problem NotFound for a list that the account does not have */
  async list(query: Query, filter: ContactFilter = {}): Promise<TheirList> {
    let unsubscribed: ReadonlySet<string | null> = new Set();
    return listOf(
      query,
      'cnt',
      async (page) => {
        const found = await this.contacts.listPage(currentTenantId(), filter, page);
        unsubscribed = await this.choices.unsubscribedOf(found.items.map(({ email }) => email));
        return found;
      },
      (contact) => fromContact(contact, unsubscribed.has(contact.email)),
    );
  }

  /** @param name the id or the e-mail address. @throws Problem NotFound */
  async get(name: string): Promise<Contact> {
    const contact = isId('cnt', name)
      ? await this.contacts.find(currentTenantId(), name)
      : await this.findByEmail(name);
    if (!contact) throw new Problem('NotFound');
    return contact;
  }

  async show(contact: Contact): Promise<object> {
    return fromContactWithProperties(contact, await this.choices.isUnsubscribed(contact.email));
  }

  /**
   * Creates a contact, on lists and with choices of topics, all at once.
   * @throws Problem AlreadyExists, ValidationError, PermissionDenied for a key without the scope of a part
   */
  async create(body: unknown): Promise<Id<'cnt'>> {
    const fields = TheirFields.of(body);
    const segments = fields.list('segments', MAX_SEGMENTS);
    if (segments.length > 0) requireScope('lists:write');
    return this.createOf(fields, await this.listsOf(segments));
  }

  private async createOf(fields: TheirFields, lists: readonly ContactList[]): Promise<Id<'cnt'>> {
    const contact = toNewContact(fields);
    // False takes back nothing of a new contact.
    const isUnsubscribed = fields.flag('unsubscribed') || undefined;
    const given = fields.list('topics', MAX_TOPICS);
    const hasChoices = isUnsubscribed === true || given.length > 0;
    if (hasChoices) requireScope('suppressions:write');
    const topics = await this.choices.readTopicChoices(given);
    // Lists are locked in the order of their ids, as everywhere, and before the choices, whose audit entries come last.
    const ids = [...new Set(lists.map((list) => list.id))].sort();
    const tenantId = currentTenantId();
    const created = await this.contacts.create(tenantId, contact, async (tx, id) => {
      for (const listId of ids) await this.lists.addMembersIn(tx, tenantId, listId, [id]);
      if (hasChoices) await this.choices.choose(tx, contact.email, { isUnsubscribed, topics });
    });
    return created.id;
  }

  /**
   * Puts a contact on a list: a new one, or the one that has the address, which is changed. As for a new one, what says that it is
   * not unsubscribed takes nothing back. @throws Problem as {@link create}
   */
  async createOn(list: ContactList, body: unknown): Promise<Id<'cnt'>> {
    const fields = ofContactAlone(TheirFields.of(body));
    const { email } = toNewContact(fields);
    const known = await this.contacts.findByEmail(currentTenantId(), email);
    if (!known) return this.createOf(fields, [list]);
    await this.change(known, fields);
    await this.lists.addMembers(currentTenantId(), list.id, [known.id]);
    return known.id;
  }

  /** @throws Problem MissingParameter for a body that changes nothing, ValidationError, Conflict */
  async update(contact: Contact, body: unknown): Promise<void> {
    const fields = TheirFields.of(body);
    if (await this.change(contact, fields)) return;
    throw new Problem('MissingParameter', {
      message: 'Give at least one of first_name, last_name, unsubscribed and properties',
    });
  }

  async delete({ id }: Contact): Promise<void> {
    await this.contacts.delete(currentTenantId(), id);
  }

  /** Changes what the body gives; returns whether that was anything. */
  private async change(contact: Contact, fields: TheirFields): Promise<boolean> {
    const { id, email } = contact;
    const change = toContactUpdate(fields);
    // What is invalid is refused before anything is changed.
    change?.(contact);
    const isUnsubscribed = fields.flag('unsubscribed');
    if (isUnsubscribed !== undefined) {
      requireScope('suppressions:write');
      if (email === null) throw fields.invalid('unsubscribed', 'is for contacts with an e-mail address');
      // Refused where the address complained: then nothing is changed.
      await this.database.tenant(currentTenantId(), (tx) => this.choices.choose(tx, email, { isUnsubscribed }));
    }
    if (change) await this.contacts.update(currentTenantId(), id, change);
    return change !== null || isUnsubscribed !== undefined;
  }

  private async findByEmail(name: string): Promise<Contact | null> {
    const email = toContactEmail(name);
    return email === null ? null : this.contacts.findByEmail(currentTenantId(), email);
  }

  private async listsOf(segments: readonly TheirFields[]): Promise<ContactList[]> {
    const ids = segments.map((segment) => segment.requiredText('id'));
    const found = new Map(
      (await this.lists.listByIds(currentTenantId(), ids)).map((list) => [list.id as string, list]),
    );
    return segments.map((segment, n) => {
      const list = found.get(ids[n]!);
      if (!list) throw segment.invalid('id', 'is no segment of the account');
      return list;
    });
  }
}

/** Fields of a contact that the older form knows. */
function ofContactAlone(fields: TheirFields): TheirFields {
  const names = ['email', 'first_name', 'last_name', 'properties'];
  const known = Object.fromEntries(names.map((name) => [name, fields.value(name)]));
  return TheirFields.of({ ...known, unsubscribed: fields.flag('unsubscribed') || undefined });
}

import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { v7 } from 'uuid';
import type { Id, TenantId } from '#libs/persistence';
import { openContact } from '../contacts/contact-record.js';
import { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { isPublicMailDomain } from './public-mail-domains.js';
import { type MergeReason, scoreOf } from './merge-reasons.js';
import { MergeSuggestion } from './merge-suggestion.entity.js';

/** Contacts of one name that are compared. */
const NAMESAKES = 20;

/** What is known of a contact that a lead has found or made. */
export interface SeenContact {
  contact: Pick<Contact, 'tenantId' | 'id' | 'nameKey'>;
  /** The lead's e-mail address. */
  email: string | null;
  /** Another contact that has the lead's telephone number. */
  phoneOwnerId: Id<'cnt'> | null;
}

/** Finds contacts that may be the same person as one that a lead has found or made. */
@Injectable()
export class SuggestionFinder {
  constructor(private readonly contacts: ContactRepository) {}

  /** Suggests each pair once; one that was decided is not suggested again. Takes a bounded number of reads. */
  async suggest(tx: EntityManager, cipher: TenantCipher, { contact, email, phoneOwnerId }: SeenContact): Promise<void> {
    const found = new Map<Id<'cnt'>, Set<MergeReason>>();
    const add = (id: Id<'cnt'> | null, reason: MergeReason) => {
      if (id !== null && id !== contact.id) found.set(id, (found.get(id) ?? new Set()).add(reason));
    };
    add(phoneOwnerId, 'phone-in-lead');
    const untagged = email === null ? null : withoutTag(email);
    if (untagged !== null) {
      const index = cipher.indexOf('email', untagged);
      add(await this.contacts.findIdByIndex(tx, contact.tenantId, 'email', index), 'email-but-for-tag');
    }
    const namesakes = email === null ? [] : await this.listNamesakes(tx, cipher, contact, domainOf(email));
    for (const id of namesakes) add(id, 'name-and-domain');
    await insert(tx, contact.tenantId, contact.id, found);
  }

  private async listNamesakes(
    tx: EntityManager,
    cipher: TenantCipher,
    { tenantId, id, nameKey }: SeenContact['contact'],
    domain: string,
  ): Promise<Id<'cnt'>[]> {
    // A first name alone is that of many.
    if (!nameKey?.includes(' ') || isPublicMailDomain(domain)) return [];
    const where = { tenantId, nameKey, id: Not(id), deletedAt: IsNull() };
    const candidates = await tx.find(Contact, { where, order: { id: 'DESC' }, take: NAMESAKES });
    const ids = candidates.map((one) => one.id);
    const identifiers = await this.contacts.listIdentifiers(tx, tenantId, ids);
    const isAtDomain = (one: Contact) => {
      const own = identifiers.filter(({ contactId }) => contactId === one.id);
      return openContact(cipher, one, own).emails.some((email) => domainOf(email) === domain);
    };
    return candidates.filter(isAtDomain).map((one) => one.id);
  }
}

async function insert(
  tx: EntityManager,
  tenantId: TenantId,
  id: Id<'cnt'>,
  found: ReadonlyMap<Id<'cnt'>, ReadonlySet<MergeReason>>,
): Promise<void> {
  if (found.size === 0) return;
  const values = [...found].map(([candidate, given]) => {
    const [contactId, otherId] = id < candidate ? [id, candidate] : [candidate, id];
    const reasons = [...given];
    return { tenantId, id: v7(), contactId, otherId, reasons, score: scoreOf(reasons), status: 'pending' as const };
  });
  await tx.createQueryBuilder().insert().into(MergeSuggestion).values(values).orIgnore().execute();
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** The address without what follows a plus; null if there is none. */
function withoutTag(email: string): string | null {
  const plus = email.indexOf('+');
  return plus > 0 && plus < email.lastIndexOf('@') ? `${email.slice(0, plus)}@${domainOf(email)}` : null;
}

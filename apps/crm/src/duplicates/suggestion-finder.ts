import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { v7 } from 'uuid';
import type { Id, TenantId } from '#libs/core/persistence';
import { openContacts } from '../contacts/contact-records.js';
import { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { formerForm } from '../identifiers/identifiers.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { isPublicMailDomain } from './public-mail-domains.js';
import { type MergeReason, scoreOf } from './merge-reasons.js';
import { MergeSuggestion } from './merge-suggestion.entity.js';
import { type ComparedAddress, listAddressTwins, listNamesakes, type Twin } from './twins.sql.js';

/** Contacts of one name, or of one address but for its tag, that are compared. */
const COMPARED = 20;

/** Two contacts, in any order. */
export type SuggestedPair = Twin;

/** Data of a contact that is compared with others. */
export interface SeenContact {
  contact: Pick<Contact, 'id' | 'nameKey'>;
  emails: readonly string[];
  phones: readonly string[];
  /** Another contact that has the telephone number of this one's lead. */
  phoneOwnerId?: Id<'cnt'> | null;
}

/** The reasons for each pair, by both ids. */
class Pairs {
  readonly #reasons = new Map<string, Set<MergeReason>>();

  add({ contactId, otherId }: Twin, reason: MergeReason): void {
    const pair = [contactId, otherId].toSorted().join(' ');
    this.#reasons.set(pair, (this.#reasons.get(pair) ?? new Set()).add(reason));
  }

  /** In one order for all processes, so that two that find the same pairs do not wait for each other. */
  list(): { contactId: Id<'cnt'>; otherId: Id<'cnt'>; reasons: MergeReason[] }[] {
    return [...this.#reasons]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([pair, reasons]) => {
        const [contactId, otherId] = pair.split(' ') as [Id<'cnt'>, Id<'cnt'>];
        return { contactId, otherId, reasons: [...reasons] };
      });
  }
}

/** Finds contacts that may be the same person as others. */
@Injectable()
export class SuggestionFinder {
  constructor(private readonly contacts: ContactRepository) {}

  /**
   * Suggests each pair once; one that was decided is not suggested again. At most five statements, however many the
   * contacts.
   */
  async suggest(
    tx: EntityManager,
    cipher: TenantCipher,
    tenantId: TenantId,
    seen: readonly SeenContact[],
  ): Promise<void> {
    const pairs = new Pairs();
    for (const { contact, phoneOwnerId } of seen)
      if (phoneOwnerId) pairs.add({ contactId: contact.id, otherId: phoneOwnerId }, 'phone-in-lead');
    const addresses = seen.flatMap((one) => addressesOf(cipher, one));
    for (const { kind, ...twin } of await listAddressTwins(tx, tenantId, addresses, COMPARED))
      pairs.add(twin, kind === 'email' ? 'email-but-for-tag' : 'phone-but-for-ninth-digit');
    for (const twin of await this.listColleagues(tx, cipher, tenantId, seen)) pairs.add(twin, 'name-and-domain');
    await insert(tx, tenantId, pairs);
  }

  /** Contacts of one full name with addresses of one organization. */
  private async listColleagues(
    tx: EntityManager,
    cipher: TenantCipher,
    tenantId: TenantId,
    seen: readonly SeenContact[],
  ): Promise<Twin[]> {
    const domains = new Map(seen.map(({ contact, emails }) => [contact.id, organizationsOf(emails)]));
    const named = seen.flatMap(({ contact: { id, nameKey } }) =>
      // A first name alone is that of many.
      nameKey?.includes(' ') && domains.get(id)!.size > 0 ? [{ contactId: id, nameKey }] : [],
    );
    const twins = await listNamesakes(tx, tenantId, named, COMPARED);
    if (twins.length === 0) return [];
    const ids = [...new Set(twins.map(({ otherId }) => otherId))];
    const found = await tx.findBy(Contact, { tenantId, id: In(ids) });
    const records = openContacts(cipher, found, await this.contacts.listIdentifiers(tx, tenantId, ids));
    const domainsOfOthers = new Map(records.map(({ contact, emails }) => [contact.id, organizationsOf(emails)]));
    return twins.filter(({ contactId, otherId }) => {
      const own = domains.get(contactId)!;
      return [...(domainsOfOthers.get(otherId) ?? [])].some((domain) => own.has(domain));
    });
  }
}

/** Indexes under which another contact may have an address of this one. Numbers that have one spelling are one contact's. */
function addressesOf(cipher: TenantCipher, { contact, emails, phones }: SeenContact): ComparedAddress[] {
  const contactId = contact.id;
  const ofEmails = emails.map((email) => cipher.untaggedIndexOf('email', email) ?? cipher.indexOf('email', email));
  const ofPhones = phones.flatMap((phone) => (formerForm('phone', phone) ? cipher.indexesOf('phone', phone) : []));
  return [
    ...ofEmails.map((blindIndex) => ({ contactId, kind: 'email' as const, blindIndex })),
    ...ofPhones.map((blindIndex) => ({ contactId, kind: 'phone' as const, blindIndex })),
  ];
}

/** Suggests pairs for one reason, in one statement. A pair that is suggested already stays as it is. */
export async function suggestPairs(
  tx: EntityManager,
  tenantId: TenantId,
  suggested: readonly SuggestedPair[],
  reason: MergeReason,
): Promise<void> {
  const pairs = new Pairs();
  for (const pair of suggested) pairs.add(pair, reason);
  await insert(tx, tenantId, pairs);
}

async function insert(tx: EntityManager, tenantId: TenantId, pairs: Pairs): Promise<void> {
  const values = pairs.list().map((pair) => {
    return { tenantId, id: v7(), ...pair, score: scoreOf(pair.reasons), status: 'pending' as const };
  });
  if (values.length === 0) return;
  await tx.createQueryBuilder().insert().into(MergeSuggestion).values(values).orIgnore().execute();
}

function organizationsOf(emails: readonly string[]): Set<string> {
  const domains = emails.map((email) => email.slice(email.lastIndexOf('@') + 1));
  return new Set(domains.filter((domain) => !isPublicMailDomain(domain)));
}

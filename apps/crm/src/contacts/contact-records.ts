import { groupBy } from '#libs/core/jobs';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { Contact } from './contact.entity.js';
import type { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { type ContactRecord, openContact } from './contact-record.js';

/** Opens contacts with their identifiers, which may come in any order. */
export function openContacts(
  cipher: TenantCipher,
  contacts: readonly Contact[],
  identifiers: readonly ContactIdentifier[],
): ContactRecord[] {
  const byContact = groupBy(identifiers, ({ contactId }) => contactId);
  return contacts.map((contact) => openContact(cipher, contact, byContact.get(contact.id) ?? []));
}

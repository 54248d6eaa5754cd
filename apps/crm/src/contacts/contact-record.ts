import type { DataKey } from '#libs/secrets';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { Contact } from './contact.entity.js';
import type { ContactIdentifier } from './contact-identifier.entity.js';
import type { IdentifierKind } from './identifiers.js';

/** A contact in plain text. */
export interface ContactRecord {
  contact: Contact;
  /** The contact's own key; null once it is anonymized. */
  key: DataKey | null;
  /** The primary one first. */
  emails: string[];
  /** E.164, the primary one first. */
  phones: string[];
}

/** Opens a contact with all of its identifiers. */
export function openContact(
  cipher: TenantCipher,
  contact: Contact,
  identifiers: readonly ContactIdentifier[],
): ContactRecord {
  const key = contact.dataKey && cipher.openContactKey(contact.id, contact.dataKey);
  const valuesOf = (wanted: IdentifierKind): string[] => {
    if (!key) return [];
    const ofKind = identifiers.filter(({ kind }) => kind === wanted);
    ofKind.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || (a.id < b.id ? -1 : 1));
    return ofKind.map(({ sealed }) => key.open(wanted, sealed));
  };
  return { contact, key, emails: valuesOf('email'), phones: valuesOf('phone') };
}

import type { DataKey } from '#libs/core/secrets';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import type { Contact } from './contact.entity.js';
import type { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import type { IdentifierKind, KnownIdentifier } from '../identifiers/identifiers.js';

/** A contact in plain text. */
export interface ContactRecord {
  contact: Contact;
  /** The contact's own key; null once it is anonymized. */
  key: DataKey | null;
  /** E-mail addresses before numbers; of each kind the primary one first, then the oldest. */
  identifiers: KnownIdentifier[];
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
  const inOrder = identifiers.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || (a.id < b.id ? -1 : 1));
  const opened = key
    ? inOrder.map(({ id, kind, sealed, isPrimary }) => ({ id, kind, value: key.open(kind, sealed), isPrimary }))
    : [];
  const ofKind = (wanted: IdentifierKind) => opened.filter(({ kind }) => kind === wanted);
  const [emails, phones] = [ofKind('email'), ofKind('phone')];
  return {
    contact,
    key,
    identifiers: [...emails, ...phones],
    emails: emails.map(valueOf),
    phones: phones.map(valueOf),
  };
}

const valueOf = ({ value }: KnownIdentifier): string => value;

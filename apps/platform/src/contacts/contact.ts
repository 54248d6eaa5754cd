import { parseMailbox } from '#libs/mail/email';
import { normalAddress } from '../suppressions/suppression.js';
import type { Contact } from './contact.entity.js';

export type ContactFields = Pick<Contact, 'externalId' | 'email' | 'phone' | 'name' | 'attributes'>;

/** A contact without its times. */
export type ContactData = ContactFields & Pick<Contact, 'id'>;

/** A contact without the columns that only the database needs. */
export type ContactRow = Omit<Contact, 'tenantId' | 'emailKey'>;

/** Fields to change; an undefined field stays. */
export type ContactChange = Partial<ContactFields>;

/**
 * The address without a display name, its domain in lower case and as A-labels, as messages to it have it. Null if the
 * text is not an address.
 *
 * A local part beyond ASCII is in lower case, too: Postgres folds case differently from JavaScript, and lower case
 * gives both the same result.
 */
export function toContactEmail(text: string): string | null {
  const mailbox = parseMailbox(text);
  if (!mailbox) return null;
  return mailbox.smtpUtf8 ? normalAddress(mailbox.address) : mailbox.address;
}

/** The form in which e-mail addresses are compared. */
export const emailKey = (email: string): string => normalAddress(email);

/** Whether the e-mail address differs, other than in its spelling. */
export const hasOtherEmail = (before: ContactFields, after: ContactFields): boolean =>
  (before.email && emailKey(before.email)) !== (after.email && emailKey(after.email));

export const isReachable = ({ email, phone }: ContactFields): boolean => email !== null || phone !== null;

/** The contact with the change; the same object if nothing differs. */
export function changed<C extends ContactFields>(contact: C, change: ContactChange): C {
  const { email = contact.email, phone = contact.phone, name = contact.name } = change;
  const { externalId = contact.externalId, attributes = contact.attributes } = change;
  const same =
    externalId === contact.externalId &&
    email === contact.email &&
    phone === contact.phone &&
    name === contact.name &&
    sameAttributes(attributes, contact.attributes);
  return same ? contact : { ...contact, externalId, email, phone, name, attributes };
}

function sameAttributes(one: Record<string, string>, other: Record<string, string>): boolean {
  if (one === other) return true;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

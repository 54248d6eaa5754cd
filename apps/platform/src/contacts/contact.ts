import { parseMailbox } from '#libs/email';
import type { Id } from '#libs/persistence';
import { normalAddress } from '../suppressions/suppression.js';

/** What is known of a contact. At least one of e-mail and telephone number is. */
export interface ContactFields {
  /** As {@link toContactEmail} makes it; two spellings that differ in case alone are the same address. */
  email: string | null;
  /** E.164. */
  phone: string | null;
  name: string | null;
  attributes: Record<string, string>;
}

/** A contact without its times. */
export interface KnownContact extends ContactFields {
  id: Id<'cnt'>;
}

export interface Contact extends KnownContact {
  createdAt: Date;
  updatedAt: Date;
}

/** What to change; what is undefined stays. */
export type ContactChange = Partial<ContactFields>;

/**
 * The address as a contact has it, which is as messages to it have it: without a display name, its domain in lower case
 * and as A-labels. Null for text that nothing can be sent to.
 *
 * A local part beyond ASCII is in lower case, too. Postgres makes the key of the address by rules of its own for the
 * case of letters, and in lower case there is nothing left on which they and ours could differ.
 */
export function toContactEmail(text: string): string | null {
  const mailbox = parseMailbox(text);
  if (!mailbox) return null;
  return mailbox.smtpUtf8 ? normalAddress(mailbox.address) : mailbox.address;
}

/** The form in which e-mail addresses are compared. */
export const emailKey = (email: string): string => normalAddress(email);

export const isReachable = ({ email, phone }: ContactFields): boolean => email !== null || phone !== null;

/** The contact with the change made; the contact itself when nothing differs. */
export function changed<C extends ContactFields>(contact: C, change: ContactChange): C {
  const { email = contact.email, phone = contact.phone, name = contact.name } = change;
  const { attributes = contact.attributes } = change;
  const same =
    email === contact.email &&
    phone === contact.phone &&
    name === contact.name &&
    sameAttributes(attributes, contact.attributes);
  return same ? contact : { ...contact, email, phone, name, attributes };
}

function sameAttributes(one: Record<string, string>, other: Record<string, string>): boolean {
  if (one === other) return true;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

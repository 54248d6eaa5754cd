import type { Id } from '#libs/persistence';

/** What is known of a contact. At least one of e-mail and telephone number is. */
export interface ContactFields {
  /** As it was written; two spellings that differ in case alone are the same address. */
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

/** The form in which e-mail addresses are compared. */
export const emailKey = (email: string): string => email.toLowerCase();

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

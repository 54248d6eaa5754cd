import { toContactEmail, type ContactChange } from './contact.js';
import type { CreateContactRequest, UpdateContactRequest } from './dto/contact.requests.js';

/** The fields of a new contact or a row of an import. Null counts as absent, so an import empties no field. */
export function toContactFields({ ExternalId, Email, Phone, Name, Attributes }: CreateContactRequest): ContactChange {
  return {
    externalId: ExternalId ?? undefined,
    email: (Email && toContactEmail(Email)) ?? undefined,
    phone: Phone ?? undefined,
    name: withoutBlanks(Name) ?? undefined,
    attributes: Attributes ?? undefined,
  };
}

/** The change of a contact: null empties the field. */
export function toContactChange({ ExternalId, Email, Phone, Name, Attributes }: UpdateContactRequest): ContactChange {
  return {
    externalId: ExternalId,
    email: Email && toContactEmail(Email),
    phone: Phone,
    name: withoutBlanks(Name),
    attributes: Attributes === null ? {} : Attributes,
  };
}

/** A blank name is none. */
function withoutBlanks(name: string | null | undefined): string | null | undefined {
  return typeof name === 'string' ? name.trim() || null : name;
}

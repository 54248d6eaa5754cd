import type { Page } from '#libs/persistence';
import { toContactEmail, type Contact, type ContactChange } from './contact.js';
import type { ImportOutcome } from './contact-import.service.js';
import type { CreateContactRequest, UpdateContactRequest } from './dto/contact.requests.js';
import type {
  ContactPageResponse,
  ContactResponse,
  ContactView,
  ImportError,
  ImportResponse,
} from './dto/contact.responses.js';

/** What a new contact, or a row of an import, says: null is nothing said, so an import empties no field. */
export function toContactRow({ Email, Phone, Name, Attributes }: CreateContactRequest): ContactChange {
  return {
    email: (Email && toContactEmail(Email)) ?? undefined,
    phone: Phone ?? undefined,
    name: withoutBlanks(Name) ?? undefined,
    attributes: Attributes ?? undefined,
  };
}

/** What to change of a contact: null empties the field. */
export function toContactChange({ Email, Phone, Name, Attributes }: UpdateContactRequest): ContactChange {
  return {
    email: Email && toContactEmail(Email),
    phone: Phone,
    name: withoutBlanks(Name),
    attributes: Attributes === null ? {} : Attributes,
  };
}

export function toContactResponse(contact: Contact): ContactResponse {
  return { Contact: toContactView(contact) };
}

export function toContactPage({ items, nextCursor, hasMore }: Page<Contact>): ContactPageResponse {
  return { Contacts: items.map(toContactView), NextCursor: nextCursor, HasMore: hasMore };
}

export function toImportResponse({ created, updated, errors }: ImportOutcome): ImportResponse {
  return { Created: created, Updated: updated, Errors: errors.map(toImportError) };
}

function toImportError({ index, problem }: ImportOutcome['errors'][number]): ImportError {
  const { code, message, details } = problem;
  return {
    Index: index,
    Error: { Type: 'Sender', Code: code, Message: message, ...(details ? { Details: details } : {}) },
  };
}

function toContactView(contact: Contact): ContactView {
  return {
    Id: contact.id,
    Email: contact.email,
    Phone: contact.phone,
    Name: contact.name,
    Attributes: contact.attributes,
    CreatedAt: contact.createdAt.toISOString(),
    UpdatedAt: contact.updatedAt.toISOString(),
  };
}

/** A name of blanks is none. */
function withoutBlanks(name: string | null | undefined): string | null | undefined {
  return typeof name === 'string' ? name.trim() || null : name;
}

import type { ContactRow } from '../../../contacts/contact.js';

/** Contact in a list of Resend. Its names are attributes here. */
export function fromContact(contact: ContactRow, isUnsubscribed: boolean): object {
  const { first_name = null, last_name = null } = contact.attributes;
  return {
    id: contact.id,
    email: contact.email,
    created_at: contact.createdAt.toISOString(),
    first_name,
    last_name,
    unsubscribed: isUnsubscribed,
  };
}

/** Contact by itself, with its other attributes. */
export function fromContactWithProperties(contact: ContactRow, isUnsubscribed: boolean): object {
  const { first_name: _first, last_name: _last, ...attributes } = contact.attributes;
  const properties = Object.entries(attributes).map(([key, value]) => [key, { type: 'string', value }] as const);
  return {
    object: 'contact',
    ...fromContact(contact, isUnsubscribed),
    properties: Object.fromEntries(properties),
  };
}

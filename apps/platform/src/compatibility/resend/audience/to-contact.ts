import { bodyOf } from '#libs/core/http';
import type { Contact } from '../../../contacts/contact.entity.js';
import type { ContactChange } from '../../../contacts/contact.js';
import { toContactChange } from '../../../contacts/contact.mapper.js';
import { CreateContactRequest, UpdateContactRequest } from '../../../contacts/dto/contact.requests.js';
import type { TheirFields } from '../../frame/their-fields.js';

/** Names of Resend that are attributes of a contact here. */
const NAMES = ['first_name', 'last_name'] as const;

const NAME_MAX = 200;

/** Attributes of a contact that a body sets; null removes one. */
type Given = Readonly<Record<string, string | null>>;

/** Makes our fields of a new contact. @throws Problem for what is invalid */
export function toNewContact(fields: TheirFields): ContactChange & { email: string } {
  const Email = fields.requiredText('email');
  const change = changeOf({ name: null, attributes: {} }, givenOf(fields), fields);
  const { email } = toContactChange(bodyOf({ Email }, CreateContactRequest));
  return { ...change, email: email as string };
}

/**
 * Makes the change of a contact, of what it has then: attributes that are not given stay. Null if the body changes none.
 * @throws Problem for what is invalid, the change too
 */
export function toContactUpdate(fields: TheirFields): ((contact: Contact) => ContactChange) | null {
  const given = givenOf(fields);
  return Object.keys(given).length === 0 ? null : (contact) => changeOf(contact, given, fields);
}

/** The name of a contact is made of both names, once one of them is given. */
function changeOf(
  { name, attributes }: Pick<Contact, 'name' | 'attributes'>,
  given: Given,
  fields: TheirFields,
): ContactChange {
  const merged = Object.entries({ ...attributes, ...given }).filter(([, value]) => value !== null);
  const Attributes = Object.fromEntries(merged) as Record<string, string>;
  const isNamed = NAMES.some((one) => one in given);
  const Name = isNamed ? NAMES.flatMap((one) => Attributes[one]?.trim() || []).join(' ') : name;
  if ((Name ?? '').length > NAME_MAX)
    throw fields.invalid('first_name', `and last_name have at most ${NAME_MAX} characters together`);
  return toContactChange(bodyOf({ Name, Attributes }, UpdateContactRequest));
}

function givenOf(fields: TheirFields): Given {
  const properties = Object.entries(fields.object('properties') ?? {});
  const names = NAMES.flatMap((name) => {
    const text = fields.textOrNull(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries([
    ...properties.map(([key, value]) => [key, valueOf(value, key, fields)] as const),
    ...names,
  ]);
}

/** Value of a property as the text that attributes are. */
function valueOf(value: unknown, key: string, fields: TheirFields): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw fields.invalid(`properties.${key}`, 'must be a text, a number or null');
}

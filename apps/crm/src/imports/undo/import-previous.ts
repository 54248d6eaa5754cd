import type { DataKey } from '#libs/core/secrets';
import type { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import { fieldNamesOf } from '../../contacts/contact-field-names.js';
import type { Contact } from '../../contacts/contact.entity.js';
import { changesOf } from '../../contacts/typed-contact.js';

const PURPOSE = 'import previous';

/** Fields of a contact that an import may change. */
const FIELDS = [
  'stage',
  'name',
  'nameKey',
  'ownerId',
  'tags',
  'jobTitle',
  'companyId',
  'country',
  'state',
  'city',
  'timeZone',
  'custom',
] as const;

/** State of a contact before an import changed it. */
export interface Previous {
  fields: Pick<Contact, (typeof FIELDS)[number]>;
  /** Ids of its identifiers. */
  identifiers: string[];
}

/** Seals it under the contact's key, so that erasing the contact erases it, too. */
export function sealPrevious(key: DataKey, contact: Contact, identifiers: readonly ContactIdentifier[]): Buffer {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, contact[name]])) as Previous['fields'];
  const previous: Previous = { fields, identifiers: identifiers.map(({ id }) => id) };
  return key.seal(PURPOSE, JSON.stringify(previous));
}

export function openPrevious(key: DataKey, sealed: Buffer): Previous {
  return JSON.parse(key.open(PURPOSE, sealed)) as Previous;
}

/** Lists the fields that differ between two states of a contact, as the API names them. */
export function changedFields(before: Contact, after: Contact): string[] {
  const { stage, name, ownerId, tags, jobTitle, companyId, country, state, city, timeZone } = after;
  const written = { stage, name, ownerId, tags, jobTitle, companyId, country, state, city, timeZone };
  const keys = new Set([...Object.keys(before.custom), ...Object.keys(after.custom)]);
  const custom = [...keys].filter((key) => JSON.stringify(before.custom[key]) !== JSON.stringify(after.custom[key]));
  return [...fieldNamesOf(changesOf(before, written)), ...custom.map((key) => `campos.${key}`)];
}

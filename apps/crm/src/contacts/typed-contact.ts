import { isTimeZone } from '#libs/core/http';
import type { Contact } from './contact.entity.js';
import { foldText } from '../fold-text.js';
import { invalidContactField } from './contact-problems.js';
import { distinctTags } from './tags.js';
import { parseCountryCode } from '../places.js';

type Written =
  | 'name'
  | 'stage'
  | 'ownerId'
  | 'tags'
  | 'jobTitle'
  | 'companyId'
  | 'country'
  | 'state'
  | 'city'
  | 'timeZone';

/** Fields of a contact that a user may set, without identifiers and custom fields. Absent ones stay as they are. */
export type WrittenValues = Partial<Pick<Contact, Written>>;

/** A contact, or a change of one, as a user typed it. */
export interface TypedContact extends WrittenValues {
  /** The primary one; null removes it. */
  email?: string | null;
  /** The primary one; null removes it. */
  phone?: string | null;
  /** Values by the keys of the tenant's fields; null empties one. */
  custom?: Record<string, unknown>;
}

const TEXTS = ['name', 'jobTitle', 'state', 'city', 'timeZone', 'country'] as const;

/** Values as they are stored: trimmed, and null if empty. @throws Problem Unprocessable */
export function normalizeValues({ tags, ...given }: WrittenValues): WrittenValues {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(entries) as WrittenValues;
  for (const name of TEXTS) {
    const value = given[name];
    if (value !== undefined) values[name] = value?.trim() || null;
  }
  if (values.country) {
    const code = parseCountryCode(values.country);
    if (!code) throw invalidContactField('pais', 'pais deve ser um código ISO 3166-1 de duas letras.');
    values.country = code;
  }
  if (values.timeZone && !isTimeZone(values.timeZone))
    throw invalidContactField('fuso', 'fuso deve ser um fuso horário da IANA, como America/Sao_Paulo.');
  if (tags) values.tags = distinctTags(tags.flatMap((tag) => tag.trim() || []));
  return values;
}

/** The columns of values, with those that follow from them. */
export function toColumns(values: WrittenValues): Partial<Contact> {
  if (values.name === undefined) return values;
  return { ...values, nameKey: values.name === null ? null : foldText(values.name) };
}

/** The values that are different in the contact. */
export function changesOf(contact: Contact, values: WrittenValues): WrittenValues {
  const entries = Object.entries(values) as [Written, unknown][];
  const changed = entries.filter(([name, value]) => JSON.stringify(contact[name]) !== JSON.stringify(value));
  return Object.fromEntries(changed);
}

import { CONTACT_FIELDS, IMPORTED_FIELDS } from '../../field-catalogue/field-catalogue.js';

/** Native fields that a column may fill, as the API names them. */
export const IMPORT_FIELDS: readonly string[] = IMPORTED_FIELDS;

/** Further names of fields: those of an export, and those that say that no id is needed. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['emails', 'email'],
  ['telefones', 'telefone'],
  ['dono', 'dono_id'],
  ['empresa', 'empresa_id'],
]);

/** Begins the name of a field of the tenant in a mapping. */
export const CUSTOM_PREFIX = 'campos.';

/** Fields that several columns may fill: the name is joined of its parts. */
const SHARED_FIELDS = new Set<string>(
  IMPORTED_FIELDS.filter((name) => 'imported' in CONTACT_FIELDS[name] && CONTACT_FIELDS[name].imported === 'several'),
);

export const fieldOf = (name: string): string => ALIASES.get(name) ?? name;

export const isKnownField = (name: string): boolean =>
  IMPORT_FIELDS.includes(fieldOf(name)) || name.startsWith(CUSTOM_PREFIX);

export const takesSeveral = (name: string): boolean => SHARED_FIELDS.has(fieldOf(name));

import {
  type CatalogueField,
  COMPANY_FIELDS,
  CONTACT_FIELDS,
  type FieldType,
} from '../field-catalogue/field-catalogue.js';

export type FieldOwner = 'contato' | 'empresa';

/** A field that every contact, or every company, has. */
export interface NativeField {
  owner: FieldOwner;
  /** As the API names it. */
  key: string;
  label: string;
  type: FieldType;
  options?: readonly string[];
  /** Whether a user may set it. */
  isWritable: boolean;
}

/** A field of the catalogue as the API describes it. */
const nativeField = (owner: FieldOwner, key: string, field: CatalogueField): NativeField => ({
  owner,
  key,
  label: field.label,
  type: field.type,
  options: field.values && Object.values(field.values),
  isWritable: field.isWritable,
});

export const NATIVE_FIELDS: readonly NativeField[] = [
  ...Object.entries(CONTACT_FIELDS).map(([key, field]) => nativeField('contato', key, field)),
  ...Object.entries(COMPANY_FIELDS).map(([key, field]) => nativeField('empresa', key, field)),
];

const CONTACT_KEYS = new Set(NATIVE_FIELDS.flatMap(({ owner, key }) => (owner === 'contato' ? key : [])));

/** The values that a field of contacts can have; undefined where they are not few. */
export const optionsOf = (key: string): readonly string[] | undefined =>
  NATIVE_FIELDS.find((field) => field.owner === 'contato' && field.key === key)?.options;

/** Whether every contact has a field of this name, so that no custom field may have it. */
export const isNativeField = (key: string): boolean => CONTACT_KEYS.has(key) || key === 'id' || key === 'campos';

import type { LeadValue } from '#libs/core/app-events';
import { visitorTexts } from '#libs/sites/sites';
import type { FormDefinition, FormField } from '../form-definition.js';
import type { LeadValues } from '../lead.js';
import { readValue, type Reading } from './field-values.js';

/** Messages by the names of the fields, in the language of the visitor. */
export type FieldErrors = Record<string, string>;

export interface ValidatedValues {
  values: LeadValues;
  errors: FieldErrors;
}

/** The key under which consent is sent and judged; no field has this name. */
export const CONSENT_FIELD = 'consentimento';

/**
 * Reads what was sent by the rules of each field. Fields are judged in their order, so that a condition, which always refers
 * to an earlier field, is judged by a value that is already read. A field whose condition does not hold is not shown to the
 * visitor: what was sent for it is dropped, and it is not missed. Steps are a matter of showing: every field of every step is
 * judged.
 * @param files the names of the files that were sent, by their fields
 * @param language of the messages, such as `pt-BR`
 */
export function validateValues(
  form: Pick<FormDefinition, 'fields' | 'country'>,
  sent: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, string> = new Map(),
  language = 'pt',
): ValidatedValues {
  const texts = visitorTexts(language).errors;
  // Without a prototype: a field may have the name of a member of Object.
  const values = Object.create(null) as LeadValues;
  const errors = Object.create(null) as FieldErrors;
  const shown = new Map<string, FormField>();
  for (const field of form.fields) {
    const asked = field.condition && shown.get(field.condition.field);
    if (field.condition && !(asked && holds(field.condition.values, asked, values))) continue;
    shown.set(field.name, field);
    const reading = readField(field, sent, files, form);
    if (reading === undefined) {
      if (field.required) errors[field.name] = texts.required;
    } else if ('error' in reading) errors[field.name] = reading.error(texts);
    else values[field.name] = reading.value;
  }
  return { values, errors };
}

/** The names in a submission that the form has no field for. */
export function unknownNames({ fields }: Pick<FormDefinition, 'fields'>, sent: object): string[] {
  const known = new Set([CONSENT_FIELD, ...fields.map(({ name }) => name)]);
  return Object.keys(sent).filter((name) => !known.has(name));
}

function readField(
  field: FormField,
  sent: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, string>,
  form: Pick<FormDefinition, 'country'>,
): Reading | undefined {
  const file = field.type === 'arquivo' ? files.get(field.name) : undefined;
  if (file !== undefined) return { value: file };
  return readValue(Object.hasOwn(sent, field.name) ? sent[field.name] : undefined, field, form);
}

/** Whether the value of the field that a condition names, already read, is one of the condition's. */
function holds(wanted: readonly string[], asked: FormField, values: LeadValues): boolean {
  return textsOf(values[asked.name], asked).some((text) => wanted.includes(text));
}

/** The texts that a condition compares: a box is `true` or `false`, and also what it sends when it is ticked. */
function textsOf(given: LeadValue | undefined, { type, checkedValue }: FormField): string[] {
  if (type === 'booleano') return given === true ? ['true', ...(checkedValue ? [checkedValue] : [])] : ['false'];
  if (given === undefined) return [];
  return Array.isArray(given) ? given : [String(given)];
}

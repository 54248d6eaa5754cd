import type { CapturedLead, LeadValue } from '#libs/core/app-events';
import { NATIVE_FIELDS } from '#libs/sites/forms';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import {
  type CustomValue,
  type CustomValues,
  parseCustomText,
  parseCustomValue,
} from '../custom-fields/custom-value.js';

type Rules = Pick<CustomField, 'type' | 'options'>;

const NATIVE = new Set(NATIVE_FIELDS.map(({ key }): string => key));

/** Whether a contact has the field without the account having made it. */
export const isNativeFormField = (key: string): boolean => NATIVE.has(key);

/** Reads the answers of a lead for the custom fields of the account. Answers that a field cannot have are left out. */
export function readCustomAnswers(
  answers: CapturedLead['fields'],
  fields: readonly Pick<CustomField, 'key' | 'type' | 'options'>[],
): CustomValues {
  const values: CustomValues = {};
  for (const field of fields) {
    const answer = answers.find(({ contactField }) => contactField === field.key);
    const value = answer && convert(field, answer.value);
    if (value !== undefined && value !== null) values[field.key] = value;
  }
  return values;
}

/** Null if the answer is empty, undefined if the field cannot have it. */
function convert(field: Rules, answer: LeadValue): CustomValue | null | undefined {
  if (typeof answer === 'string') return parseCustomText(field, answer);
  if (field.type === 'choices') return parseCustomValue(field, Array.isArray(answer) ? answer : [String(answer)]);
  if (Array.isArray(answer))
    return field.type === 'text' ? parseCustomText(field, answer.join('; ')) : only(field, answer);
  if (typeof answer === 'number' && field.type !== 'number') return parseCustomText(field, String(answer));
  return parseCustomValue(field, answer);
}

/** One chosen option is an answer to a field of one value. */
const only = (field: Rules, [first, ...others]: string[]) =>
  first === undefined || others.length > 0 ? undefined : parseCustomText(field, first);
